import { expect, test } from 'vitest';
import {
  correctionOfDays,
  correctionOfLife,
  correctionsByLabel,
  daysOfLabel,
  type EnergyCorrection,
} from './corrections.ts';

const days = (from: string, to: string, kwh: number, inTotal = true): EnergyCorrection => ({
  from,
  to,
  kwh,
  inTotal,
});
const life = (kwh: number): EnergyCorrection => ({ from: null, to: null, kwh, inTotal: true });

test('a day, the month and the year that hold it have the same amount', () => {
  const corrections = [days('2026-11-03', '2026-11-03', 12.5)];
  for (const label of ['2026-11-03', '2026-11', '2026'])
    expect(correctionOfDays(corrections, daysOfLabel(label))).toBe(12.5);
  expect(correctionOfDays(corrections, daysOfLabel('2026-11-04'))).toBe(0);
  expect(correctionOfDays(corrections, daysOfLabel('2026-10'))).toBe(0);
});

test('an amount of several days is laid evenly over them, over the end of a month and the day of 25 hours alike', () => {
  const corrections = [days('2026-10-24', '2026-11-02', -100)];
  expect(correctionOfDays(corrections, daysOfLabel('2026-10-25'))).toBe(-10);
  expect(correctionOfDays(corrections, daysOfLabel('2026-10'))).toBe(-80);
  expect(correctionOfDays(corrections, daysOfLabel('2026-11'))).toBe(-20);
  expect(correctionOfDays(corrections, daysOfLabel('2026'))).toBe(-100);
});

test('the total has what belongs to no day, and days unless its counters hold them already', () => {
  const corrections = [
    days('2026-02-01', '2026-02-02', 5),
    days('2026-02-03', '2026-02-03', 7, false),
    life(900),
  ];
  expect(correctionOfLife(corrections)).toBe(905);
  expect(correctionOfDays(corrections, daysOfLabel('2026-02'))).toBe(12);
  expect(correctionOfLife([])).toBe(0);
});

test('a month ends on its own last day', () => {
  expect(daysOfLabel('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(daysOfLabel('2026-12').to).toBe('2026-12-31');
});

const dayOf = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10);
/** 500 of a year each, as a station has at most. */
const MANY = Array.from({ length: 500 }, (_, at) => days(dayOf(18_000 + at), dayOf(18_365 + at), at - 100.5));

test.each(['day', 'month', 'year'] as const)(
  'each %s has what is asked of it alone, from the first to the last',
  (grain) => {
    const corrections = [...MANY.slice(0, 20), life(7), days('2030-02-27', '2030-03-01', 3)];
    const [from, to] = ['2019-05-10', '2020-02-15'];
    const of = correctionsByLabel(corrections, { grain, from, to });
    const length = { day: 10, month: 7, year: 4 }[grain];
    for (const [label, kwh] of of) {
      const all = daysOfLabel(label);
      const until = all.to < to ? all.to : grain === 'day' ? to : daysOfLabel(to.slice(0, length)).to;
      expect(kwh).toBeCloseTo(
        correctionOfDays(corrections, { from: all.from, to: until < all.to ? until : all.to }),
        9,
      );
    }
    expect([...of.keys()].toSorted()[0]).toBe('2019-05-10'.slice(0, length));
    expect([...of.keys()].toSorted().at(-1)).toBe('2020-02-15'.slice(0, length));
  },
);

test('hundreds of corrections that are a year long cost some milliseconds', () => {
  const took = [1, 2, 3].map(() => {
    const began = performance.now();
    correctionsByLabel(MANY, { grain: 'day', from: '2019-01-01', to: '2025-12-31' });
    return performance.now() - began;
  });
  expect(Math.min(...took)).toBeLessThan(60);
});
