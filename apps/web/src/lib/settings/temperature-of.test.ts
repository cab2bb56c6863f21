import { expect, test } from 'vitest';
import { temperatureOf } from './temperature-of.ts';

test.each([
  ['en-US', 'fahrenheit'],
  ['es-PR', 'fahrenheit'],
  ['en-Latn-US', 'fahrenheit'],
  ['en-GB', 'celsius'],
  ['en', 'celsius'],
  ['de-DE', 'celsius'],
  ['', 'celsius'],
  ['C_utf8', 'celsius'],
])('who reads %s reads temperatures in %s', (locale, unit) => {
  expect(temperatureOf(locale)).toBe(unit);
});
