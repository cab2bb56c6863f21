import { expectedCurve, type PvStation } from '@sunfleet/analysis';
import { performance } from 'node:perf_hooks';
import type { Bench } from '../figure.ts';

const FIVE_MINUTES = 5 * 60_000;
const START = Date.UTC(2025, 5, 21);
const LENGTH = 86_400_000 / FIVE_MINUTES;
const STATIONS = 1000;
const ROUNDS = 9;

/** What the expected power of a fleet costs: a summer's day of 1,000 stations from the Sun to P10, P50, P90 and the bound, one thread, by horizontal sensors. */
export const expectedBench: Bench = {
  names: ['expected.fleet'],
  async run(_wanted, tell) {
    const times = Float64Array.from({ length: LENGTH }, (_, at) => START + (at + 0.5) * FIVE_MINUTES);
    const ghi = times.map((_, at) =>
      Math.max(0, 900 * Math.sin(((at - 60) / 170) * Math.PI) * (0.8 + 0.2 * Math.sin(at / 5))),
    );
    const temperature = times.map((_, at) => 15 + 8 * Math.sin(at / 60));
    const stations = Array.from({ length: STATIONS }, (_, place): PvStation => ({
      site: { latitude: 40 + (place % 100) / 10, longitude: (place % 77) / 10, altitude: 300 },
      arrays: [{ dcPower: 10_000, tilt: 30, azimuth: 90 + (place % 180) }],
      acPower: 9000,
    }));
    const spans: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      let energy = 0;
      for (const station of stations) {
        const { p50 } = expectedCurve({ station, times, light: { ghi, temperature } });
        for (const power of p50) energy += power;
      }
      spans.push(performance.now() - start);
      if (!(energy > 0)) throw new Error(`${energy} W in all`);
    }
    const median = spans.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
    tell({ name: 'expected.fleet', value: median, unit: 'ms' });
  },
};
