import { expect, test } from 'vitest';
import { countries, countryName } from './countries.ts';

test('lists the countries in the language’s own words and order', () => {
  const german = countries('de-DE');
  expect(german.length).toBeGreaterThan(240);
  expect(german.length).toBeLessThan(255);
  expect(german.find(({ code }) => code === 'AT')).toEqual({ code: 'AT', name: 'Österreich' });
  expect(german.map(({ code }) => code)).not.toContain('EU');
});

test('names a country, and leaves what is none as it is', () => {
  expect(countryName('JP', 'en-US')).toBe('Japan');
  expect(countryName('somewhere', 'en-US')).toBe('somewhere');
});
