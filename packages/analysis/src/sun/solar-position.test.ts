import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { geocentricSun } from './geocentric.ts';
import { getSolarposition, solarPosition } from './solar-position.ts';

const GOLDEN = { latitude: 39.742476, longitude: -105.1786, altitude: 1830.14 };
const EXAMPLE = Date.parse('2003-10-17T12:30:30-07:00');

describe('geocentricSun', () => {
  it('gives the intermediate figures of the NREL report’s example', () => {
    const sun = geocentricSun(EXAMPLE, 67);
    expect(sun.rightAscension).toBeCloseTo(202.22741, 4);
    expect(sun.declination).toBeCloseTo(-9.31434, 5);
    expect(sun.distance).toBeCloseTo(0.9965422974, 7);
    expect(sun.siderealTime).toBeCloseTo(318.51191, 4);
  });

  it('passes smoothly over 360 degrees at the March equinox and from hour to hour', () => {
    const start = Date.UTC(2026, 2, 20, 12);
    for (let minute = 0; minute < 360; minute += 7) {
      const a = geocentricSun(start + minute * 60_000);
      const b = geocentricSun(start + (minute + 1) * 60_000);
      const moved = ((b.rightAscension - a.rightAscension + 540) % 360) - 180;
      expect(moved).toBeGreaterThan(0);
      expect(moved).toBeLessThan(0.001);
    }
  });
});

describe('solarPosition', () => {
  it('gives the NREL report’s example: zenith 50.11162, azimuth 194.34024', () => {
    const position = getSolarposition({
      time: EXAMPLE,
      ...GOLDEN,
      pressure: 82_000,
      temperature: 11,
      deltaT: 67,
    });
    expect(position.apparentZenith).toBeCloseTo(50.11162, 5);
    expect(position.azimuth).toBeCloseTo(194.34024, 5);
    expect(position.elevation).toBeCloseTo(39.872046, 5);
    expect(position.apparentElevation).toBeCloseTo(39.888378, 5);
    expect(position.equationOfTime).toBeCloseTo(14.641503, 4);
  });

  it('stands south at noon in the north and north in the south', () => {
    const noon = Date.UTC(2026, 5, 21, 12, 2);
    expect(solarPosition(noon, { latitude: 50, longitude: 0 }).azimuth).toBeCloseTo(180, 0);
    expect(
      Math.cos((solarPosition(noon, { latitude: -30, longitude: 0 }).azimuth * Math.PI) / 180),
    ).toBeGreaterThan(0.99);
  });

  it('stands as high as latitude and season say', () => {
    const noon = Date.UTC(2026, 5, 21, 12, 2);
    expect(solarPosition(noon, { latitude: 50, longitude: 0 }).elevation).toBeCloseTo(90 - 50 + 23.44, 1);
    expect(solarPosition(noon, { latitude: 80, longitude: 180 }).elevation).toBeCloseTo(23.44 - 10, 1);
  });

  it('refracts about half a degree at the horizon and nothing well below', () => {
    const site = { latitude: 45, longitude: 0 };
    const rows = Array.from({ length: 288 }, (_, i) =>
      solarPosition(Date.UTC(2026, 2, 20) + i * 300_000, site),
    );
    const lift = (row: (typeof rows)[number]) => row.apparentElevation - row.elevation;
    const horizon = rows.filter(({ elevation }) => Math.abs(elevation) < 0.6);
    expect(horizon.length).toBeGreaterThan(0);
    for (const row of horizon) expect(lift(row)).toBeGreaterThan(0.35);
    for (const row of rows.filter(({ elevation }) => elevation < -1)) expect(lift(row)).toBe(0);
  });

  it('stays a direction for every place and time', () => {
    const place = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const time = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2099, 0, 1) });
    fc.assert(
      fc.property(time, place, (at, site) => {
        const { elevation, zenith, azimuth } = solarPosition(at, site);
        expect(elevation).toBeGreaterThanOrEqual(-90);
        expect(elevation + zenith).toBeCloseTo(90, 9);
        expect(azimuth >= 0 && azimuth < 360).toBe(true);
      }),
    );
  });
});
