import type { EnergyBucket } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { energyDrawing } from './energy-drawing.ts';
import { energySums } from './energy-sums.ts';
import { shiftPeriod, trendRange, yearBefore } from './trend-range.ts';

const bucket = (start: string, energies: EnergyBucket['energies']): EnergyBucket => ({
  start,
  energies,
  sources: {},
  spread: 0,
  completeness: 1,
});
const TODAY = '2026-03-12';

test('a month has all its days, those before and to come as well', () => {
  const range = trendRange('month', '', TODAY);
  expect(range).toMatchObject({ grain: 'day', period: '2026-03', from: '2026-03-01', to: '2026-03-31' });
  expect(range.starts).toHaveLength(31);
  expect(trendRange('month', '2024-02', TODAY).starts).toHaveLength(29);
  expect(trendRange('year', '2025', TODAY)).toMatchObject({
    period: '2025',
    from: '2025-01-01',
    to: '2025-12-31',
  });
});

test.each(['2026-13', '2027-01', 'x', '2026', '1999-12'])('the address names no month %s', (at) => {
  expect(trendRange('month', at, TODAY).period).toBe('2026-03');
});

test('steps go over the turn of the year', () => {
  expect([shiftPeriod('2026-01', -1), shiftPeriod('2025-12', 1), shiftPeriod('2026', -1)]).toEqual([
    '2025-12',
    '2026-01',
    '2025',
  ]);
  expect(yearBefore(trendRange('month', '', TODAY)).period).toBe('2025-03');
  expect(yearBefore(trendRange('year', '', TODAY)).period).toBe('2025');
});

test('sum, mean without the day that still runs, and what the house kept', () => {
  const sums = energySums(
    [
      bucket('2026-03-10', { pv: 10, export: 4, load: 8, import: 2 }),
      bucket('2026-03-11', { pv: 20, export: 6, load: 12, import: 3 }),
      bucket(TODAY, { pv: 3 }),
    ],
    TODAY,
  );
  expect(sums.produced).toBe(33);
  expect(sums.mean).toBe(15);
  expect(sums.selfConsumption).toBeCloseTo(66.7, 1);
  expect(sums.selfSufficiency).toBe(75);
});

test('what cannot be computed is not known', () => {
  expect(energySums([], TODAY)).toEqual({
    produced: null,
    mean: null,
    selfConsumption: null,
    selfSufficiency: null,
  });
  expect(energySums([bucket(TODAY, { pv: 3 })], TODAY)).toMatchObject({
    produced: 3,
    mean: 3,
    selfConsumption: null,
  });
});

const words = {
  period: 'Period',
  flow: (flow: string) => flow,
  before: 'before',
  nameOf: (start: string) => start,
  language: 'en-US',
};

test('each energy has its own colour, and the same days of the year before stand beside', () => {
  const starts = ['2026-03-01', '2026-03-02'];
  const buckets = [bucket('2026-03-02', { pv: 9, import: 1, export: 2, charge: 3, discharge: 1, load: 6 })];
  const { bars } = energyDrawing({ buckets, starts, before: [bucket('2025-03-02', { pv: 8 })] }, words);
  expect(new Set(bars.map(({ tone }) => tone)).size).toBe(7);
  expect(bars.find(({ name }) => name === 'before')!.values).toEqual([null, 8]);
  expect(bars.find(({ name }) => name === 'pv')!.values).toEqual([null, 9]);
  const alone = energyDrawing({ buckets, starts, before: [] }, words);
  expect(alone.bars.map(({ name }) => name)).not.toContain('before');
  expect(bars.filter(({ below }) => below).map(({ name }) => name)).toEqual(['charge', 'export']);
});
