import { pointByKey, POINTS } from '@sunfleet/device-model';
import { expect, test } from 'vitest';
import { catalogueRows } from './catalogue-rows.ts';

const rows = catalogueRows();

test('a family is one row, named by its first and its last member', () => {
  expect(rows.filter(({ key }) => key.startsWith('pv')).map(({ key, family }) => [key, family])).toEqual(
    ['voltage', 'current', 'power'].map((of) => [`pv1.${of}`, { last: `pv24.${of}`, numbers: '1–24' }]),
  );
  expect(rows.find(({ key }) => key === 'fault.w1')?.family).toEqual({ last: 'fault.w8', numbers: '1–8' });
  expect(rows.find(({ key }) => key === 'ac.l12.voltage')?.family).toBeUndefined();
});

test('every point is in a row, and what ends a family is a point', () => {
  const sizeOf = (numbers: string) => Number(numbers.split('–')[1]);
  expect(rows.reduce((sum, { family }) => sum + (family ? sizeOf(family.numbers) : 1), 0)).toBe(
    POINTS.length,
  );
  for (const { family } of rows) if (family) expect(pointByKey(family.last), family.last).toBeDefined();
});
