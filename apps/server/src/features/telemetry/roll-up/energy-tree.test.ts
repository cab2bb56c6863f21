import { expect, test } from 'vitest';
import { BUCKET_MS, type Cell, type Cells } from './energy-cells.ts';
import { dayStart, dayStarts, growTree, hourStart } from './energy-tree.ts';

const cell = (kwh: number, values: Partial<Cell> = {}): Cell => ({
  kwh,
  spread: 0,
  source: 'lifetime',
  completeness: 1,
  ...values,
});

function fill(start: number, end: number, kwh: number): Cells {
  const cells: Cells = new Map();
  for (let at = start; at < end; at += BUCKET_MS) cells.set(at, cell(kwh));
  return cells;
}

const always = (start: number, end: number) => end - start;
const HOUR = 3_600_000;

test.each([
  ['2026-03-29', 'Europe/Madrid', 23],
  ['2026-10-25', 'Europe/Madrid', 25],
  ['2026-06-21', 'Asia/Kolkata', 24],
  ['2026-04-05', 'Australia/Lord_Howe', 24.5],
])('the day %s in %s has %d hours of energy', (day, zone, hours) => {
  const start = dayStart(Date.parse(`${day}T12:00:00Z`), zone);
  const fresh = fill(start, start + hours * HOUR, 1 / 12);
  const tree = growTree({ fresh, stored: new Map(), zone, daylight: always });
  expect(tree.get('day')?.size).toBe(1);
  expect(tree.get('day')?.get(start)?.kwh).toBeCloseTo(hours);
  expect([...tree.get('hour')!.values()].reduce((sum, hour) => sum + hour.kwh, 0)).toBeCloseTo(hours);
  expect(tree.get('day')?.get(start)?.completeness).toBeCloseTo(1);
});

test('fresh cells replace stored ones, and the rest of each bucket stays', () => {
  const zone = 'Europe/Madrid';
  const noon = Date.UTC(2026, 5, 21, 10);
  const midnight = dayStart(noon, zone);
  const tree = growTree({
    fresh: new Map([[noon + BUCKET_MS, cell(5)]]),
    stored: new Map([
      [
        '5m',
        new Map([
          [noon, cell(1)],
          [noon + BUCKET_MS, cell(100)],
        ]),
      ],
      [
        'hour',
        new Map([
          [noon, cell(100)],
          [noon - HOUR, cell(2, { source: 'integral' })],
        ]),
      ],
      [
        'day',
        new Map([
          [midnight, cell(100)],
          [midnight - 24 * HOUR, cell(30)],
        ]),
      ],
      ['month', new Map()],
    ]),
    zone,
    daylight: always,
  });
  expect(tree.get('hour')?.get(noon)?.kwh).toBe(6);
  expect(tree.get('day')?.get(midnight)).toMatchObject({ kwh: 8, source: 'mixed' });
  expect([...tree.get('month')!.values()][0]?.kwh).toBe(38);
  expect([...tree.get('year')!.values()][0]?.kwh).toBe(38);
});

test('completeness of a day weighs its hours by daylight', () => {
  const zone = 'UTC';
  const start = Date.UTC(2026, 5, 21);
  // Sun from 6 to 18 o'clock.
  const daylight = (from: number, to: number) =>
    Math.max(0, Math.min(to, start + 18 * HOUR) - Math.max(from, start + 6 * HOUR));
  const fresh = fill(start, start + 12 * HOUR, 1);
  const tree = growTree({ fresh, stored: new Map(), zone, daylight });
  expect(tree.get('day')?.get(start)?.completeness).toBeCloseTo(0.5);
});

test('the begins of days are the same asked one by one and in a row', () => {
  const zone = 'Europe/Madrid';
  const startOf = dayStarts(zone);
  for (let time = Date.UTC(2026, 9, 24, 3); time < Date.UTC(2026, 9, 27); time += 1.7 * HOUR)
    expect(startOf(time)).toBe(dayStart(time, zone));
  expect(startOf(Date.UTC(2026, 2, 1))).toBe(dayStart(Date.UTC(2026, 2, 1), zone));
});

test('an hour begins where the local clock says, also in zones with half hours', () => {
  expect(hourStart(Date.UTC(2026, 0, 1, 10, 40), 'Asia/Kolkata')).toBe(Date.UTC(2026, 0, 1, 10, 30));
  expect(hourStart(Date.UTC(2026, 0, 1, 10, 40), 'Asia/Kathmandu')).toBe(Date.UTC(2026, 0, 1, 10, 15));
});
