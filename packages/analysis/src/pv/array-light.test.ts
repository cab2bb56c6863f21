import { describe, expect, it } from 'vitest';
import { clearSkyAt } from '../sun/clear-sky.ts';
import { lightOnArray, type PlaneInPlace } from './array-light.ts';
import { expectedPower } from './expected-power.ts';

const site = { latitude: 40, longitude: 0, altitude: 0 };
const at = (hour: number, month = 5) => clearSkyAt(Date.UTC(2026, month, 21, hour), site);
const noon = at(12);
const alone: PlaneInPlace = { tilt: 30, azimuth: 180, albedo: 0.2 };
const on = (plane: Partial<PlaneInPlace>, sky = noon) => lightOnArray(sky, { ...alone, ...plane }, sky);

describe('rows', () => {
  it('far apart are planes of their own', () => {
    const far = on({ rows: { slant: 2, pitch: 2000 } });
    expect(far.poa / on({}).poa).toBeCloseTo(1, 2);
  });

  it('shade each other when the Sun is low, the more the closer they stand', () => {
    const winter = at(9, 11);
    const shares = [20, 6, 4, 3].map(
      (pitch) => on({ rows: { slant: 2, pitch } }, winter).poa / on({}, winter).poa,
    );
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares[0]).toBeGreaterThan(0.97);
    expect(shares.at(-1)).toBeLessThan(0.8);
  });

  it('have light on their back above the ground, the more of it the brighter that is', () => {
    const gain = (clearance: number | undefined, albedo: number) => {
      const rows = clearance === undefined ? { slant: 2, pitch: 6 } : { slant: 2, pitch: 6, clearance };
      const both = on({ rows, albedo, bifaciality: 0.7 });
      const front = on({ rows, albedo });
      expect(both.poa).toBeCloseTo(front.poa, 9);
      return both.effective / front.effective - 1;
    };
    expect(gain(undefined, 0.5)).toBe(0);
    expect(gain(1, 0.2)).toBeGreaterThan(0.03);
    expect(gain(1, 0.5)).toBeGreaterThan(1.8 * gain(1, 0.2));
    expect(gain(1, 0.5)).toBeLessThan(0.3);
  });

  it('are known at every hour, also with the Sun behind them', () => {
    const rows = { slant: 2, pitch: 5, clearance: 1 };
    for (let hour = 4; hour < 21; hour += 1)
      for (const month of [0, 5]) {
        const light = on({ rows, tilt: 60, bifaciality: 0.7 }, at(hour, month));
        expect(Number.isFinite(light.poa + light.effective)).toBe(true);
      }
  });

  it('let an upright array see the morning with its back', () => {
    const upright = { tilt: 90, azimuth: 270, rows: { slant: 1, pitch: 10, clearance: 0.5 } };
    expect(on({ ...upright, bifaciality: 0.9 }, at(8)).effective).toBeGreaterThan(
      3 * on(upright, at(8)).effective,
    );
  });
});

describe('a horizon', () => {
  it('takes the beam of a Sun below it, and a part of the diffuse light', () => {
    const winter = at(12, 11);
    const wall = (height: number) =>
      Array.from({ length: 360 }, (_, azimuth) => (azimuth > 90 && azimuth < 270 ? height : 0));
    const free = on({}, winter).effective;
    expect(on({ horizon: Array.from({ length: 360 }, () => 0) }, winter).effective).toBeCloseTo(free, 6);
    expect(on({ horizon: wall(20) }, winter).effective).toBeGreaterThan(0.9 * free);
    expect(on({ horizon: wall(40) }, winter).effective).toBeLessThan(0.2 * free);
    expect(on({ horizon: wall(40) }, winter).effective).toBeGreaterThan(0);
  });
});

describe('expectedPower of them', () => {
  const rows = { slant: 2, pitch: 5, clearance: 1 };
  const array = { dcPower: 10_000, tilt: 30, azimuth: 180, rows, albedo: 0.5 };
  const time = Date.UTC(2026, 5, 21, 12);
  const power = (bifaciality: number, irradiance?: { poa?: number; ghi?: number }) =>
    expectedPower({
      time,
      station: { site, arrays: [{ ...array, bifaciality }], acPower: 50_000 },
      ...(irradiance ? { irradiance } : {}),
    }).dcPower;

  it('adds the back to a sensor on the plane in the proportion of a clear sky', () => {
    const byClearSky = power(0.7) / power(0);
    expect(power(0.7, { poa: 600 }) / power(0, { poa: 600 })).toBeCloseTo(byClearSky, 6);
  });

  it('is nothing behind a wall, and night stays night', () => {
    const station = { site, arrays: [array], horizon: Array.from({ length: 360 }, () => 90) };
    expect(expectedPower({ time, station }).dcPower).toBeCloseTo(0, 6);
    const dark = Date.UTC(2026, 5, 21, 0);
    expect(expectedPower({ time: dark, station: { site, arrays: [array] } }).power).toBe(0);
  });
});
