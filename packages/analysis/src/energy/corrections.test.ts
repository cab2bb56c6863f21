import { expect, test } from 'vitest';
import { correctionOfDays, correctionOfLife, daysOfLabel, type EnergyCorrection } from './corrections.ts';

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
