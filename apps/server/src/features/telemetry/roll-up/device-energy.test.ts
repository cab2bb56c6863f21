import { counterLife } from '@sunfleet/analysis/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceFlowEnergy } from './device-energy.ts';
import { BUCKET_MS, ceilBucket, floorBucket, type Cells } from './energy-cells.ts';
import { flowSourcesOf, idOf } from './flow-sources.ts';
import type { Series } from './series.ts';

const T0 = Date.UTC(2026, 5, 21, 10);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const inverter = flowSourcesOf({ kind: 'inverter', meterRole: null });
const pv = inverter.find((source) => source.flow === 'pv')!;
const HOUSE = {
  ratedPower: 10_000,
  likelyPower: 100_000,
  mostPower: 100_000_000,
  dayStart: (time: number) => Math.floor(time / DAY) * DAY,
  shape: () => 1,
};

/** Samples as [minutes after T0, value]. */
const seriesOf = (...rows: (readonly [number, number])[]): Series => ({
  times: rows.map(([minute]) => T0 + minute * MINUTE),
  values: rows.map(([, value]) => value),
});

function cellsOf(series: Record<string, Series>, source = pv, hours = 6): Cells {
  return deviceFlowEnergy({
    ...HOUSE,
    source,
    series: new Map(Object.entries(series).map(([key, one]) => [idOf(key), one])),
    window: { start: T0, end: T0 + hours * 60 * MINUTE },
  }).cells;
}

const known = (cells: Cells) => [...cells.values()].reduce((sum, cell) => sum + (cell.kwh || 0), 0);
const spread = (cells: Cells) => [...cells.values()].reduce((sum, cell) => sum + cell.spread, 0);

test('a step over a border of buckets is split in proportion to time', () => {
  const cells = cellsOf({ 'energy.total': seriesOf([0, 100], [4, 100.4], [6, 100.6], [10, 101]) });
  expect([...cells.keys()]).toEqual([T0, T0 + BUCKET_MS]);
  expect(cells.get(T0)).toMatchObject({ source: 'lifetime', completeness: 1, spread: 0 });
  expect(cells.get(T0)?.kwh).toBeCloseTo(0.5);
  expect(cells.get(T0 + BUCKET_MS)?.kwh).toBeCloseTo(0.5);
});

test('the lifetime counter goes before the daily one, and that before the integral of power', () => {
  const power = seriesOf([0, 6000], [10, 6000]);
  const daily = seriesOf([0, 3], [10, 3.9]);
  const total = seriesOf([0, 100], [10, 100.8]);
  expect(known(cellsOf({ 'ac.power': power, 'energy.day': daily, 'energy.total': total }))).toBeCloseTo(0.8);
  expect(known(cellsOf({ 'ac.power': power, 'energy.day': daily }))).toBeCloseTo(0.9);
  expect(known(cellsOf({ 'ac.power': power }))).toBeCloseTo(1);
  expect(cellsOf({ 'ac.power': power }).get(T0)?.source).toBe('integral');
});

const hybrid = flowSourcesOf({ kind: 'hybrid', meterRole: null }).find((source) => source.flow === 'pv')!;

test('a hybrid that reports only AC and battery has the energy of its production curve, not a dash', () => {
  // 5 kW of the sun: 2 kW of it go into the battery, later the battery adds 1 kW.
  const series = {
    'ac.power': seriesOf([0, 3000], [5, 3000], [10, 6000], [15, 6000]),
    'battery.power': seriesOf([0, -2000], [5.01, -2000], [9.99, 1000], [15, 1000]),
  };
  const cells = cellsOf(series, hybrid);
  expect(known(cells)).toBeCloseTo(1.25, 2);
  expect(cells.get(T0)?.source).toBe('integral');
});

test('its own DC side goes before that, and its AC side alone counts where no battery reports', () => {
  const dc = { 'dc.power': seriesOf([0, 6000], [10, 6000]), 'ac.power': seriesOf([0, 1], [10, 1]) };
  expect(known(cellsOf(dc, hybrid))).toBeCloseTo(1);
  expect(known(cellsOf({ 'ac.power': seriesOf([0, 6000], [10, 6000]) }, hybrid))).toBeCloseTo(1);
});

test('while the battery is silent, what a hybrid makes of the sun is not known', () => {
  const series = {
    'ac.power': seriesOf(...Array.from({ length: 13 }, (_, i) => [i * 5, 6000] as const)),
    'battery.power': seriesOf([0, 0], [5, 0], [10, 0]),
  };
  expect(known(cellsOf(series, hybrid))).toBeCloseTo(2.5, 1);
});

test('energy of a long gap is kept for the totals, laid over the gap, and marked', () => {
  const cells = cellsOf({ 'energy.total': seriesOf([0, 100], [5, 100.5], [95, 109.5], [100, 110]) });
  expect(known(cells)).toBeCloseTo(1);
  expect(spread(cells)).toBeCloseTo(9);
  expect(cells.get(T0 + 6 * BUCKET_MS)).toMatchObject({ kwh: 0, completeness: 0 });
  expect(cells.get(T0)?.spread).toBe(0);
});

test('a gap in power alone is unknown, not zero', () => {
  const cells = cellsOf({ 'ac.power': seriesOf([0, 5000], [5, 5000], [95, 5000], [100, 5000]) });
  expect([...cells.keys()]).toEqual([T0, T0 + 19 * BUCKET_MS]);
});

test('a reading of power beyond belief is no energy', () => {
  const power = seriesOf([0, 6000], [5, 6000], [10, 1e20], [15, 6000], [20, 6000]);
  expect(known(cellsOf({ 'ac.power': power }))).toBeCloseTo(2);
});

test('a reset loses the unknown step only; a spike counts nothing', () => {
  const reset = cellsOf({ 'energy.total': seriesOf([0, 5000], [5, 5000.5], [10, 0], [15, 0.5], [20, 1]) });
  expect(known(reset)).toBeCloseTo(1.5);
  const spike = cellsOf({ 'energy.total': seriesOf([0, 100], [5, 100.5], [10, 99_999], [15, 101.5]) });
  expect(known(spike)).toBeCloseTo(1.5);
});

test('charge is what flows into the battery, discharge what flows out', () => {
  const series = { 'battery.power': seriesOf([0, -3000], [10, -3000], [10.001, 6000], [20, 6000]) };
  const flow = (name: string) => inverter.find((source) => source.flow === name)!;
  expect(known(cellsOf(series, flow('charge')))).toBeCloseTo(0.5, 3);
  expect(known(cellsOf(series, flow('discharge')))).toBeCloseTo(1, 3);
});

test('a generation meter counts in the direction it is wired in', () => {
  const [generation] = flowSourcesOf({ kind: 'meter', meterRole: 'generation' });
  const cells = cellsOf(
    {
      'meter.energy.import': seriesOf([0, 10], [10, 10.01]),
      'meter.energy.export': seriesOf([0, 900], [10, 902]),
    },
    generation!,
  );
  expect(known(cells)).toBeCloseTo(2);
  expect(cells.get(T0)?.source).toBe('meter');
});

test('fifteen-minute data has no gaps of its own', () => {
  const rows = Array.from({ length: 20 }, (_, i) => [15 * i, 100 + i] as const);
  const cells = cellsOf({ 'energy.total': seriesOf(...rows) });
  expect(known(cells)).toBeCloseTo(19);
  expect(spread(cells)).toBe(0);
});

test('whatever the sampling, the cells hold what the counter counted', () => {
  const steps = fc.array(
    fc.record({ wait: fc.integer({ min: 1, max: 180 }), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, (list) => {
      let minute = 0;
      let value = 1000;
      const rows: [number, number][] = [[0, value]];
      for (const { wait, share } of list) {
        minute += wait;
        value += (share * 10 * wait) / 60;
        rows.push([minute, value]);
      }
      const series = seriesOf(...rows);
      const { cells } = deviceFlowEnergy({
        ...HOUSE,
        source: pv,
        series: new Map([[idOf('energy.total'), series]]),
        window: { start: floorBucket(T0), end: ceilBucket(T0 + minute * MINUTE) },
      });
      expect(known(cells) + spread(cells)).toBeCloseTo(value - 1000, 6);
    }),
  );
});

const cell = (cells: Cells, minute: number) => cells.get(floorBucket(T0 + minute * MINUTE));

test('what a counter does not tell is unknown, not zero, and a silence without a count is zero', () => {
  const replaced = cellsOf({ 'energy.total': seriesOf([0, 100], [5, 100.5], [65, 9000], [70, 9000.5]) });
  expect(cell(replaced, 30)).toMatchObject({ kwh: NaN, spread: 0, completeness: 0 });
  expect(known(replaced)).toBeCloseTo(1);
  const still = cellsOf({ 'energy.total': seriesOf([0, 100], [5, 100.5], [65, 100.5], [70, 100.6]) });
  expect(cell(still, 30)).toMatchObject({ kwh: 0, spread: 0, completeness: 0 });
});

test('a counter in steps of 10 kWh that is read each minute is right', () => {
  const rows = Array.from({ length: 240 }, (_, i) => [i, 1_230_000 + 10 * Math.floor(i / 9)] as const);
  const { cells, isDoubtful } = deviceFlowEnergy({
    ...HOUSE,
    source: pv,
    ratedPower: 100_000,
    series: new Map([[idOf('energy.total'), seriesOf(...rows)]]),
    window: { start: T0, end: T0 + 4 * 60 * MINUTE },
  });
  expect(known(cells)).toBeCloseTo(10 * Math.floor(239 / 9));
  expect(isDoubtful).toBe(false);
});

test('a lifetime counter that stands at 0 gives way to one that counts', () => {
  const total = seriesOf([0, 0], [5, 0], [10, 0]);
  const daily = seriesOf([0, 3], [5, 3.4], [10, 3.9]);
  const power = seriesOf([0, 6000], [10, 6000]);
  expect(known(cellsOf({ 'energy.total': total, 'energy.day': daily, 'ac.power': power }))).toBeCloseTo(0.9);
  expect(known(cellsOf({ 'energy.total': total, 'ac.power': power }))).toBeCloseTo(1);
  const dark = seriesOf([0, 0], [10, 0]);
  expect(cellsOf({ 'energy.total': total, 'ac.power': dark }).get(T0)).toMatchObject({
    kwh: 0,
    source: 'lifetime',
  });
});

test('a daily counter after a silent night has its energy in the new day, and claims no coverage', () => {
  const evening = 18 * 60 - 10 * 60;
  const noon = 24 * 60 + 60;
  const daily = seriesOf([evening - 5, 29.9], [evening, 30], [noon, 25], [noon + 5, 25.5]);
  const cells = cellsOf({ 'energy.day': daily }, pv, 48);
  const midnight = T0 + 14 * 60 * MINUTE;
  const before = [...cells].filter(([at]) => at < midnight).map(([, one]) => one);
  expect(before.reduce((sum, one) => sum + (one.kwh || 0) + one.spread, 0)).toBeCloseTo(0.1);
  expect(
    [...cells].filter(([at]) => at >= midnight).reduce((sum, [, one]) => sum + one.spread, 0),
  ).toBeCloseTo(25);
  for (const minute of [evening + 120, noon - 120]) expect(cell(cells, minute)?.completeness).toBe(0);
});

test('two samples ten hours apart cover nothing', () => {
  expect(cellsOf({ 'ac.power': seriesOf([0, 5000], [600, 5000]) }, pv, 12).size).toBe(0);
  const counted = cellsOf({ 'energy.total': seriesOf([0, 100], [600, 120]) }, pv, 12);
  expect([...counted.values()].every((one) => one.completeness === 0)).toBe(true);
  expect(spread(counted)).toBeCloseTo(20);
});

test('samples whose clock wavers by seconds cover their day', () => {
  const rows = Array.from({ length: 145 }, (_, i) => [10 * i + ((i * 7) % 11) / 66, 100 + i] as const);
  const cells = cellsOf({ 'energy.total': seriesOf(...rows) }, pv, 23);
  expect([...cells.values()].slice(1).every((one) => one.completeness > 0.999)).toBe(true);
});

test('whatever befalls a counter, its cells hold the truth but for what they say is unknown', () => {
  fc.assert(
    fc.property(counterLife, (life) => {
      fc.pre(life.times.length > 1);
      const order = [...life.times.keys()].toSorted((a, b) => life.times[a]! - life.times[b]!);
      const times = order.map((i) => life.times[i]!);
      const series = { times, values: order.map((i) => life.values[i]!) };
      const window = { start: floorBucket(times[0]!), end: ceilBucket(times.at(-1)! + 1) };
      const point = new Map([[idOf('energy.total'), series]]);
      const { cells } = deviceFlowEnergy({
        ...HOUSE,
        source: pv,
        series: point,
        window,
        ratedPower: life.ratedW,
      });
      const energy = known(cells) + spread(cells);
      const truth = life.energyAt(times.at(-1)!) - life.energyAt(times[0]!);
      const unknownMs = [...cells.values()].reduce((sum, one) => sum + (1 - one.completeness) * BUCKET_MS, 0);
      const tolerance = 2 * life.step * (1 + times.length / 10) + life.slack + 1e-6;
      expect(energy).toBeLessThanOrEqual(truth + tolerance);
      expect(truth - energy).toBeLessThanOrEqual((life.ratedW * unknownMs) / 3.6e9 + tolerance);
    }),
    { numRuns: 500, seed: 20_260_621 },
  );
}, 60_000);
