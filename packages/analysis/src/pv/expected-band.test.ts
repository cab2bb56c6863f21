import { describe, expect, it } from 'vitest';
import { dayRange } from '../time/local-days.ts';
import { expectedBand } from './expected-band.ts';
import type { PvStation } from './expected-power.ts';

const station: PvStation = {
  site: { latitude: 40, longitude: -3.7 },
  arrays: [{ dcPower: 10_000, tilt: 30, azimuth: 180 }],
};
const range = dayRange('2026-06-21', 'Europe/Madrid');
const MINUTE = 60_000;

describe('expectedBand', () => {
  it('has a point each five minutes of the local day', () => {
    expect(expectedBand({ range, station }).times).toHaveLength(288);
    const spring = dayRange('2026-03-29', 'Europe/Madrid');
    expect(expectedBand({ range: spring, station }).times).toHaveLength(276);
  });

  it('bounds the day by the clear sky: dark at the ends, one top at solar noon', () => {
    const { times, upper, expected } = expectedBand({ range, station });
    const top = upper.indexOf(Math.max(...upper));
    expect(upper[0]).toBe(0);
    expect(upper[287]).toBe(0);
    expect(Math.abs((times[top] ?? 0) - Date.UTC(2026, 5, 21, 12, 16))).toBeLessThan(10 * MINUTE);
    expect(expected.every(Number.isNaN)).toBe(true);
  });

  it('models what a sensor saw, and knows nothing beside its readings', () => {
    const weather = Array.from({ length: 5 }, (_, i) => ({
      time: Date.UTC(2026, 5, 21, 10) + i * 5 * MINUTE,
      poa: 400,
      temperature: 25,
    }));
    const { times, expected } = expectedBand({ range, station, weather });
    const at = (time: number) => expected[times.indexOf(time)] ?? NaN;
    expect(at(Date.UTC(2026, 5, 21, 10, 10))).toBeGreaterThan(2500);
    expect(at(Date.UTC(2026, 5, 21, 10, 10))).toBeLessThan(4000);
    expect(at(Date.UTC(2026, 5, 21, 9, 50))).toBeNaN();
    expect(at(Date.UTC(2026, 5, 21, 10, 30))).toBeNaN();
  });

  it.each([{}, { poa: NaN }])('knows nothing from a thermometer alone', (sensor) => {
    const weather = [{ time: range.start, temperature: 20, ...sensor }];
    expect(expectedBand({ range, station, weather }).expected.every(Number.isNaN)).toBe(true);
  });
});
