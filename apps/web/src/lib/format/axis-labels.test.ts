import { expect, test } from 'vitest';
import { axisLabel } from './axis-labels.ts';

const labels = (values: readonly number[], unit: string, language = 'en-US') => {
  const scale = { min: values[0]!, max: values.at(-1)!, step: values[1]! - values[0]! };
  return values.map((value) =>
    axisLabel(value, { scale, unit, language }).replaceAll(/[\u00A0\u202F]/g, ' '),
  );
};

test('all labels of an axis are in one unit: no “0 kWh” beside “20 MWh”', () => {
  expect(labels([0, 10_000, 20_000], 'kWh')).toEqual(['0 MWh', '10 MWh', '20 MWh']);
  expect(labels([-500, 0, 500, 1000], 'W')).toEqual(['-0.5 kW', '0 kW', '0.5 kW', '1.0 kW']);
});

test('a small bar has labels that differ, not “0 kWh” six times', () => {
  expect(labels([0, 0.001, 0.002, 0.003], 'kWh')).toEqual(['0 kWh', '0.001 kWh', '0.002 kWh', '0.003 kWh']);
});

test('figures follow the language, and noise of binary fractions does not show', () => {
  expect(labels([0, 0.2, 0.4, 0.6000000000000001], 'kWh', 'de-DE').at(-1)).toBe('0,6 kWh');
  expect(labels([0, 50, 100], '%')).toEqual(['0%', '50%', '100%']);
  expect(labels([0, 50, 100], '%', 'de-DE')).toEqual(['0 %', '50 %', '100 %']);
  expect(labels([229, 230, 231], 'V')).toEqual(['229 V', '230 V', '231 V']);
});
