import { expect, test } from 'vitest';
import { energyRange } from './energy-range.ts';

test('days, months and years end with today, over the ends of months and years', () => {
  const days = energyRange('day', '2026-01-10');
  expect([days.from, days.starts?.length, days.starts?.at(-1)]).toEqual(['2025-12-11', 31, '2026-01-10']);
  const months = energyRange('month', '2026-03-31');
  expect([months.from, months.starts?.[0], months.starts?.at(-1)]).toEqual([
    '2024-04-01',
    '2024-04',
    '2026-03',
  ]);
  expect(months.starts).toHaveLength(24);
  expect(energyRange('year', '2026-03-31')).toEqual({
    from: '2000-01-01',
    to: '2026-03-31',
    starts: undefined,
  });
});
