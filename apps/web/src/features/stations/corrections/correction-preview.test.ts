import { expect, test } from 'vitest';
import { changedDays, changedFigures } from './correction-preview.ts';

const live = { energyToday: 10, energyMonth: 100, energyYear: 1000, energyTotal: null };
const of = (from: string, to: string, kwh: number) => ({ from, to, kwh, inTotal: true });

test('a new amount changes the running day, month and year that it falls into', () => {
  const changed = changedFigures(live, '2026-11-02', {
    old: undefined,
    next: of('2026-10-31', '2026-11-01', 8),
  });
  expect(changed).toEqual({
    today: { before: 10, after: 10 },
    month: { before: 100, after: 104 },
    year: { before: 1000, after: 1008 },
    total: { before: null, after: null },
  });
});

test('an edited one counts by the difference, and one taken back leaves what was there without it', () => {
  const old = of('2026-11-02', '2026-11-02', 4);
  expect(changedFigures(live, '2026-11-02', { old, next: { ...old, kwh: 1 } }).today.after).toBe(7);
  expect(changedFigures(live, '2026-11-02', { old, next: undefined }).today.after).toBe(6);
});

test('days of which nothing is known have what is added', () => {
  const days = { from: '2026-10-01', to: '2026-10-02' };
  const next = of('2026-10-01', '2026-10-02', 6);
  expect(changedDays(null, days, { old: undefined, next })).toEqual({ before: null, after: 6 });
  expect(changedDays(2, days, { old: undefined, next })).toEqual({ before: 2, after: 8 });
  expect(changedDays(null, days, { old: undefined, next: undefined })).toEqual({ before: null, after: null });
});
