import { expect, test } from 'vitest';
import { daysIn, RANGE_PRESETS, rangeField, rangeTimes, resolveRange, shiftRange } from './range.ts';

// A Saturday.
const TODAY = '2026-11-21';

test('named ranges, seen from the station’s day', () => {
  const ranges = Object.fromEntries(
    RANGE_PRESETS.map((preset) => [preset, Object.values(resolveRange(preset, TODAY)).join(' ')]),
  );
  expect(ranges).toEqual({
    today: '2026-11-21 2026-11-21',
    yesterday: '2026-11-20 2026-11-20',
    days7: '2026-11-15 2026-11-21',
    days30: '2026-10-23 2026-11-21',
    thisWeek: '2026-11-16 2026-11-21',
    lastWeek: '2026-11-09 2026-11-15',
    thisMonth: '2026-11-01 2026-11-21',
    lastMonth: '2026-10-01 2026-10-31',
    thisYear: '2026-01-01 2026-11-21',
    lastYear: '2025-01-01 2025-12-31',
  });
});

test.each([
  [7, '2026-11-15', '2026-11-08 2026-11-14'],
  [6, '2026-11-21', '2026-11-14 2026-11-20'],
  [1, '2026-11-16', '2026-11-09 2026-11-15'],
])('weeks that begin on day %d', (weekStart, begin, last) => {
  expect(resolveRange('thisWeek', TODAY, weekStart)).toEqual({ from: begin, to: TODAY });
  expect(Object.values(resolveRange('lastWeek', TODAY, weekStart)).join(' ')).toBe(last);
});

test('stepping keeps the length', () => {
  const week = resolveRange('days7', TODAY);
  expect(daysIn(week)).toBe(7);
  expect(shiftRange(week, -1)).toEqual({ from: '2026-11-08', to: '2026-11-14' });
  expect(shiftRange(shiftRange(week, -1), 1)).toEqual(week);
});

test('moments of a range in a zone, over a change of clocks', () => {
  const { from, to } = rangeTimes({ from: '2026-10-25', to: '2026-10-25' }, 'Europe/Berlin');
  expect(from).toBe(Date.UTC(2026, 9, 24, 22));
  expect(to - from).toBe(25 * 3_600_000);
});

test('a range is read from and written to an address', () => {
  const field = rangeField('today');
  expect(field.read('days7')).toBe('days7');
  expect(field.read('2026-11-01..2026-11-05')).toEqual({ from: '2026-11-01', to: '2026-11-05' });
  expect(field.write('today')).toBeUndefined();
  expect(field.write({ from: '2026-11-01', to: '2026-11-05' })).toBe('2026-11-01..2026-11-05');
});

test.each([null, 'sometime', '2026-11-05..2026-11-01', '2026-13-40..2026-14-01'])(
  'reads %s as the fallback',
  (text) => {
    expect(rangeField('days30').read(text)).toBe('days30');
  },
);
