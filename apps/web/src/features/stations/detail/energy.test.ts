import type { EnergyBucket } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { energyDrawing } from './energy-drawing.ts';
import { energySums } from './energy-sums.ts';
import { periodName } from './period-name.ts';
import { runningPeriod, shiftPeriod, trendRange, yearBefore } from '../../../lib/time/trend-range.ts';

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

test('a week goes from Monday to Sunday and stands beside the same days of the week a year before', () => {
  const range = trendRange('week', '', TODAY);
  expect(range).toMatchObject({ grain: 'day', period: '2026-03-09', from: '2026-03-09', to: '2026-03-15' });
  expect(range.starts).toHaveLength(7);
  expect(yearBefore(range).starts?.[0]).toBe('2025-03-10');
  expect([shiftPeriod('2026-01-05', -1), shiftPeriod('2025-12-29', 1)]).toEqual(['2025-12-29', '2026-01-05']);
  expect([runningPeriod('week', '2026-03-15'), runningPeriod('week', '2026-03-16')]).toEqual([
    '2026-03-09',
    '2026-03-16',
  ]);
  expect(trendRange('week', '2025-12-29', TODAY).to).toBe('2026-01-04');
});

test.each(['2026-03-10', '2026-03-16', '2026-02-30', '2026-03', '1999-12-27', 'x'])(
  'the address names no week that has begun: %s',
  (at) => {
    expect(trendRange('week', at, TODAY).period).toBe('2026-03-09');
  },
);

test('a period is named in its language', () => {
  const format = {
    day: (day: string | null | undefined) => `day ${day}`,
    days: (from: string, to: string) => `${from}..${to}`,
  };
  const names = (['week', 'month', 'total'] as const).map((trend) =>
    periodName(trendRange(trend, '', TODAY), format),
  );
  expect(names).toEqual(['2026-03-09..2026-03-15', 'day 2026-03', '']);
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
    added: 0,
    measured: null,
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
  corrected: () => 'corrected',
  before: 'before',
  nameOf: (start: string) => start,
  language: 'en-US',
};

test('what people added is in the production, told, marked by its day and in no share', () => {
  const corrected = {
    ...bucket('2026-03-01', { pv: 15, export: 5 }),
    sources: { pv: 'meter' as const },
    correction: 5,
  };
  const sums = energySums([corrected, bucket('2026-03-02', { pv: 10, export: 5 })], TODAY);
  expect(sums).toMatchObject({ produced: 25, added: 5, measured: 20, selfConsumption: 50 });
  const unmeasured = { ...bucket('2026-03-01', { pv: 5 }), correction: 5 };
  expect(energySums([unmeasured], TODAY)).toMatchObject({ produced: 5, added: 5, measured: null });
  const starts = ['2026-03-01', '2026-03-02'];
  const { buckets } = energyDrawing({ buckets: [corrected], starts }, words);
  expect(buckets.map(({ name }) => name)).toEqual(['2026-03-01, corrected', '2026-03-02']);
  expect(buckets[0]!.label).toMatch(/\*$/);
});

test('each energy has its own colour, and the same days of the year before stand beside', () => {
  const starts = ['2026-03-01', '2026-03-02'];
  const buckets = [bucket('2026-03-02', { pv: 9, import: 1, export: 2, charge: 3, discharge: 1, load: 6 })];
  const { bars } = energyDrawing(
    {
      buckets,
      starts,
      before: { starts: ['2025-03-01', '2025-03-02'], buckets: [bucket('2025-03-02', { pv: 8 })] },
    },
    words,
  );
  expect(new Set(bars.map(({ tone }) => tone)).size).toBe(7);
  expect(bars.find(({ name }) => name === 'before')!.values).toEqual([null, 8]);
  expect(bars.find(({ name }) => name === 'pv')!.values).toEqual([null, 9]);
  const alone = energyDrawing({ buckets, starts, before: { starts: [], buckets: [] } }, words);
  expect(alone.bars.map(({ name }) => name)).not.toContain('before');
  expect(bars.filter(({ below }) => below).map(({ name }) => name)).toEqual(['charge', 'export']);
});

test('notes of the calendar mark their buckets', () => {
  const note = { id: 1, from: '2026-03-02', to: '2026-03-03', text: 'Snow', revision: 1 };
  const all = [{ ...note, created: { at: 0, by: null }, changed: null }];
  const starts = ['2026-03-01', '2026-03-02', '2026-03-03'];
  const { notes } = energyDrawing({ buckets: [], starts, notes: { name: 'Notes', all } }, words);
  expect([...notes!.texts.keys()]).toEqual(['2026-03-02', '2026-03-03']);
  expect(energyDrawing({ buckets: [], starts }, words).notes).toBeUndefined();
});
