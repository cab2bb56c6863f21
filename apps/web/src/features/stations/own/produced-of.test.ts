import type { EnergyBucket } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { producedOf } from './produced-of.ts';

const bucket = (start: string, pv?: number): EnergyBucket => ({
  start,
  energies: pv === undefined ? { load: 3 } : { pv, load: 3 },
  sources: {},
  spread: 0,
  completeness: null,
});

test('what is not known is no bar, and the best one is named', () => {
  const { buckets, sum, best } = producedOf([
    bucket('2026-11-01', 4),
    bucket('2026-11-02'),
    bucket('2026-11-03', 6),
  ]);
  expect(buckets.map(({ start, energies }) => [start, energies])).toEqual([
    ['2026-11-01', { pv: 4 }],
    ['2026-11-03', { pv: 6 }],
  ]);
  expect([sum, best]).toEqual([10, { start: '2026-11-03', kWh: 6 }]);
});

test('the hour that comes twice when clocks are set back counts twice in one bar', () => {
  const { buckets, sum } = producedOf([bucket('2026-10-25T02:00', 1), bucket('2026-10-25T02:00', 2)]);
  expect(buckets.map(({ energies }) => energies.pv)).toEqual([3]);
  expect(sum).toBe(3);
});

test('nothing known is no sum, and nothing made is no best', () => {
  expect(producedOf([bucket('2026-11-02')])).toEqual({ buckets: [], sum: null, best: null });
  expect(producedOf([bucket('2026-11-02', 0)])).toMatchObject({ sum: 0, best: null });
});
