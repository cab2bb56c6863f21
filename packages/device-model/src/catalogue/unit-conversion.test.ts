import { expect, test } from 'vitest';
import { POINTS } from './points.ts';
import { convertUnit, recordablePoint, unitConversion } from './unit-conversion.ts';
import { UNIT_FAMILIES } from './units.ts';

test.each([
  [1234, 'Wh', 'kWh', 1.234],
  [12_345.6, 'Wh', 'kWh', 12.3456],
  [4.2, 'kW', 'W', 4200],
  [0.5, 'MWh', 'kWh', 500],
  [212, '°F', '°C', 100],
  [273.15, 'K', '°C', 0],
  [36, 'km/h', 'm/s', 10],
  [1.013, 'bar', 'hPa', 1013],
  [985, '‰', '%', 98.5],
  [7, 'kWh', 'kWh', 7],
  [-67, 'dBm', 'dBm', -67],
])('%d %s are %s %d', (value, from, to, expected) => {
  expect(convertUnit(value, unitConversion(from, to)!)).toBeCloseTo(expected, 9);
});

test('units that measure something else, and levels, have no way', () => {
  expect(unitConversion('W', 'kWh')).toBeUndefined();
  expect(unitConversion('', 'kWh')).toBeUndefined();
  expect(unitConversion('dB', 'dBm')).toBeUndefined();
});

test('every unit of a family of the catalogue becomes the one of the catalogue', () => {
  const wanted = new Set(POINTS.map(({ unit }) => unit));
  const lost = Object.values(UNIT_FAMILIES)
    .map((units): readonly string[] => units)
    .filter((units) => !units.includes('dB'))
    .flatMap((units) =>
      units.filter((unit) => wanted.has(unit)).flatMap((to) => units.map((from) => [from, to] as const)),
    )
    .filter(([from, to]) => !unitConversion(from, to));
  expect(lost).toEqual([]);
});

test('codes, flags and keys outside the catalogue are nothing to record as', () => {
  expect(recordablePoint('energy.day')?.unit).toBe('kWh');
  for (const key of ['state', 'fault.w1', 'energy.today', 'constructor'])
    expect(recordablePoint(key), key).toBeUndefined();
});
