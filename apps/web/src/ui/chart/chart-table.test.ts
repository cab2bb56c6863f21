import { expect, test } from 'vitest';
import { isoWithOffset } from '../../lib/time/iso-offset.ts';
import { barTable, timeTable } from './chart-table.ts';
import { csvOf } from './csv.ts';
import type { Curve, TimeDrawing } from './drawing.ts';

const words = {
  time: 'Time',
  span: () => '',
  lowest: (name: string) => `${name}, lowest`,
  highest: (name: string) => `${name}, highest`,
};
const START = Date.UTC(2026, 10, 21, 13);
const times = [START, START + 300_000, START + 600_000];
const curve = (changes: Partial<Curve>): Curve => ({
  name: 'PV',
  tone: 'pv',
  unit: 'W',
  draw: 'line',
  times,
  values: [82.300_000_000_002_91, null, null],
  ...changes,
});
const drawing = (...curves: Curve[]): TimeDrawing => ({
  panels: curves.map((each) => ({ curves: [each], height: 100 })),
  from: START,
  to: START + 3_600_000,
  zone: 'Australia/Sydney',
});
const csv = (of: TimeDrawing) =>
  csvOf(timeTable(of, { words, timeOf: (time) => isoWithOffset(time, of.zone) })).split('\r\n');

test('a file has ISO times with their offset, rounded figures and no empty rows', () => {
  expect(csv(drawing(curve({})))).toEqual(['Time,PV (W)', '2026-11-22T00:00:00+11:00,82', '']);
});

test('every series that is drawn is in it: other panels, both edges of a band, what a mean lies between', () => {
  const of = drawing(
    curve({ low: [80, null, null], high: [85, null, null] }),
    curve({ name: 'Expected', draw: 'band', low: [0, null, null], values: [99.6, null, null] }),
    curve({
      name: 'State',
      unit: '',
      values: [3, null, 0],
      text: (value) => (value === 3 ? 'Running' : 'Waiting'),
    }),
  );
  expect(csv(of)).toEqual([
    'Time,PV (W),"PV, lowest (W)","PV, highest (W)","Expected, lowest (W)","Expected, highest (W)",State',
    '2026-11-22T00:00:00+11:00,82,80,85,0,100,Running',
    '2026-11-22T00:10:00+11:00,,,,,,Waiting',
    '',
  ]);
});

test('curves of different times share one table', () => {
  const other = curve({ name: 'Load', times: [START + 1000], values: [5] });
  expect(csv(drawing(curve({}), other))).toEqual([
    'Time,PV (W),Load (W)',
    '2026-11-22T00:00:00+11:00,82,',
    '2026-11-22T00:00:01+11:00,,5',
    '',
  ]);
});

test('buckets without energy have no row, and no minus zero', () => {
  const buckets = ['2026-10', '2026-11'].map((start) => ({ start, label: start, name: `month ${start}` }));
  const bars = [{ name: 'Produced', tone: 'pv' as const, unit: 'kWh', values: [null, -0.000_01] }];
  expect(barTable({ period: 'Month', buckets, bars }, ({ start }) => start)).toEqual({
    columns: ['Month', 'Produced (kWh)'],
    rows: [['2026-11', 0]],
  });
  const listed = [{ name: 'Days', unit: '', values: buckets.map((_, place) => place) }];
  const table = barTable({ period: 'Month', buckets, bars, listed }, ({ start }) => start);
  expect(table.columns).toEqual(['Month', 'Produced (kWh)', 'Days']);
  expect(table.rows).toHaveLength(buckets.length);
});
