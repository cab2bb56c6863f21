/// <reference types="node" />
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { dayRange } from '../time/local-days.ts';
import { bucketEnergy } from './buckets.ts';
import { counterSteps } from './counter.ts';
import { dayCounterEnergy } from './day-counter.ts';
import { integratePower } from './power-integral.ts';

const PROJECT = resolve(import.meta.dirname, '../../../..');
const FOLDER = resolve(PROJECT, process.env['SUNFLEET_DATA'] ?? '../shared/data', 'plant22');
const FILE = resolve(FOLDER, 'generation_15min_by_inverter.csv.gz');
const isThere = existsSync(FILE);
const ZONE = 'Asia/Kolkata';
/** The file has up to 1,411 kW: these are central inverters. */
const RATED_W = 1_400_000;

interface Inverter {
  times: number[];
  watts: number[];
  dayKwh: number[];
  totalKwh: number[];
}

function readInverters(): Map<string, Inverter> {
  const [, ...lines] = gunzipSync(readFileSync(FILE)).toString().trim().split('\n');
  const inverters = new Map<string, Inverter>();
  for (const line of lines) {
    const [local = '', name = '', , kw = '', day = '', total = ''] = line.split(',');
    const inverter = inverters.get(name) ?? { times: [], watts: [], dayKwh: [], totalKwh: [] };
    inverters.set(name, inverter);
    inverter.times.push(Date.parse(`${local}:00+05:30`));
    inverter.watts.push(Number(kw) * 1000);
    inverter.dayKwh.push(Number(day));
    inverter.totalKwh.push(Number(total));
  }
  return inverters;
}

/** Last less first reading of the lifetime counter around the nights, straight from the file. */
function fileTotal(inverter: Inverter, start: number, end: number): number {
  const before = inverter.times.findLastIndex((time) => time < start);
  const last = inverter.times.findLastIndex((time) => time < end);
  return (inverter.totalKwh[last] ?? NaN) - (inverter.totalKwh[before] ?? NaN);
}

describe.skipIf(!isThere)(`plant22 of the measured data (skipped where ${FOLDER} is absent)`, () => {
  const inverters = isThere ? readInverters() : new Map<string, Inverter>();
  const days = Array.from({ length: 31 }, (_, i) =>
    new Date(Date.UTC(2020, 4, 16 + i)).toISOString().slice(0, 10),
  );

  it('has 22 inverters', () => {
    expect(inverters.size).toBe(22);
  });

  it.each([...inverters.keys()])(
    '%s: daily sums of steps are the file’s within 0.1 % or one count',
    (name) => {
      const inverter = inverters.get(name) ?? expect.fail();
      const steps = counterSteps(inverter.times, inverter.totalKwh, { ratedPowerW: RATED_W });
      for (const day of days) {
        const { start, end } = dayRange(day, ZONE);
        const inDay = steps.filter(({ to }) => to >= start && to < end);
        const kwh = inDay.reduce((sum, step) => sum + step.kwh, 0);
        const truth = fileTotal(inverter, start, end);
        expect(Math.abs(kwh - truth), `${day}: ${kwh} and ${truth} kWh`).toBeLessThanOrEqual(
          Math.max(1, truth / 1000),
        );
      }
    },
  );

  it('keeps the month’s energy in buckets and gaps', () => {
    for (const inverter of inverters.values()) {
      const steps = counterSteps(inverter.times, inverter.totalKwh, { ratedPowerW: RATED_W });
      const { kwh, spread } = bucketEnergy(steps);
      const timed = kwh.filter((value) => !Number.isNaN(value)).reduce((sum, value) => sum + value, 0);
      const untimed = spread.reduce((sum, step) => sum + step.kwh, 0);
      const truth = (inverter.totalKwh.at(-1) ?? NaN) - (inverter.totalKwh[0] ?? NaN);
      expect(timed + untimed).toBeCloseTo(truth, 3);
    }
  });

  it('has a day counter and a power that agree with the lifetime counter', () => {
    let agreeing = 0;
    let compared = 0;
    for (const { times, dayKwh, watts, totalKwh } of inverters.values()) {
      for (const day of days) {
        const range = dayRange(day, ZONE);
        const truth = fileTotal({ times, dayKwh, watts, totalKwh }, range.start, range.end);
        const byCounter = dayCounterEnergy({
          times,
          kwh: dayKwh,
          day: range,
          sameZone: true,
          ratedPowerW: RATED_W,
        });
        const inDay = times.map((time) => time >= range.start && time < range.end);
        const pick = (list: number[]) => list.filter((_, i) => inDay[i]);
        const byPower = integratePower(pick(times), pick(watts), { maxGapMs: 30 * 60_000 });
        if (byCounter === null || byPower.kwh === null || byPower.missingMs > 0) continue;
        compared++;
        const near = (kwh: number) => Math.abs(kwh - truth) <= 0.03 * truth;
        if (near(byCounter) && near(byPower.kwh)) agreeing++;
      }
    }
    expect(compared).toBeGreaterThan(300);
    expect(agreeing / compared).toBeGreaterThan(0.9);
  });
});
