import { expect, test } from 'vitest';
import { shiftSpan, spanRange } from './span-range.ts';

const TODAY = '2026-11-25';

test('a day has its hours, a week and a month their days, a year its months', () => {
  const day = spanRange('day', '', TODAY);
  expect(day).toMatchObject({ grain: 'hour', from: TODAY, to: TODAY });
  expect([day.starts.length, day.starts[0], day.starts[23]]).toEqual([
    24,
    `${TODAY}T00:00`,
    `${TODAY}T23:00`,
  ]);
  expect(spanRange('week', '', TODAY)).toMatchObject({ grain: 'day', from: '2026-11-23', to: '2026-11-29' });
  expect(spanRange('month', '2024-02', TODAY).starts).toHaveLength(29);
  expect(spanRange('year', '2024', TODAY)).toMatchObject({ grain: 'month', from: '2024-01-01' });
});

test('what is no day, or none of the past, is today', () => {
  for (const at of ['nonsense', '2026-02-31', '2027-01-01', '2026-05'])
    expect(spanRange('day', at, TODAY).from).toBe(TODAY);
});

test('a step leads to the span beside', () => {
  expect(shiftSpan('day', spanRange('day', '2026-03-01', TODAY), -1)).toBe('2026-02-28');
  expect(shiftSpan('week', spanRange('week', '2026-11-09', TODAY), 1)).toBe('2026-11-16');
  expect(shiftSpan('month', spanRange('month', '2026-01', TODAY), -1)).toBe('2025-12');
});
