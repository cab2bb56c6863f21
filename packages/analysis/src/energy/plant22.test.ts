/// <reference types="node" />
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { dayRange, localDayOf } from '../time/local-days.ts';
import { bucketEnergy } from './buckets.ts';
import { counterSteps, type CounterStep } from './counter.ts';
import { dayCounterSteps } from './day-counter.ts';
import { gapLimit } from './gap-limit.ts';
import { powerSteps } from './power-integral.ts';

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
  const before = Math.max(
    0,
    inverter.times.findLastIndex((time) => time < start),
  );
  const last = inverter.times.findLastIndex((time) => time < end);
  return (inverter.totalKwh[last] ?? NaN) - (inverter.totalKwh[before] ?? NaN);
}

describe.skipIf(!isThere)(`plant22 of the measured data (skipped where ${FOLDER} is absent)`, () => {
  const inverters = isThere ? readInverters() : new Map<string, Inverter>();
  const days = Array.from({ length: 34 }, (_, i) =>
    new Date(Date.UTC(2020, 4, 15 + i)).toISOString().slice(0, 10),
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

  // On five days the lifetime counters of the file leap against the power; there the day counter has to agree with that.
  it('has a day counter whose every day is right, or known to have a part that is unknown', () => {
    const dayStart = (time: number) => dayRange(localDayOf(time, ZONE), ZONE).start;
    let right = 0;
    for (const [name, { times, dayKwh, watts, totalKwh }] of inverters) {
      const maxGapMs = gapLimit(times);
      const counted = dayCounterSteps(times, dayKwh, {
        valuesIn: 'kWh',
        ratedPowerW: RATED_W,
        maxGapMs,
        dayStart,
      });
      const integral = powerSteps(times, watts, { maxGapMs: 3 * 3_600_000 });
      for (const day of days) {
        const range = dayRange(day, ZONE);
        const truth = fileTotal({ times, dayKwh, watts, totalKwh }, range.start, range.end);
        const { kwh, unknownMs } = energyIn(counted, range);
        const byPower = energyIn(integral, range).kwh;
        const isNear = (other: number, share: number) => Math.abs(kwh - other) <= Math.max(5, share * other);
        if (isNear(truth, 0.03)) right += 1;
        else if (!isNear(byPower, 0.1))
          expect(unknownMs, `${name} ${day}: ${kwh}, ${truth}, ${byPower} kWh`).toBeGreaterThan(0);
      }
    }
    expect(right).toBeGreaterThanOrEqual(735);
  });
});

function energyIn(steps: readonly CounterStep[], { start, end }: { start: number; end: number }) {
  let kwh = 0;
  let unknownMs = 0;
  for (const step of steps) {
    const inside = Math.max(0, Math.min(end, step.to) - Math.max(start, step.from));
    if (step.kind === 'reset') unknownMs += inside;
    else kwh += (step.kwh * inside) / (step.to - step.from);
  }
  return { kwh, unknownMs };
}
