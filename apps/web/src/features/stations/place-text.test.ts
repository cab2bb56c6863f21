import { expect, test } from 'vitest';
import { placeText } from './place-text.ts';

const text = (town: string | null, region: string | null, country: string | null) =>
  placeText({ place: { town, region, country } }, 'de-DE');

test('a place is its town and state, else town and country, else what is known', () => {
  expect(text('München', 'Bayern', 'DE')).toBe('München, Bayern');
  expect(text('Vaduz', null, 'LI')).toBe('Vaduz, Liechtenstein');
  expect(text(null, null, 'ES')).toBe('Spanien');
  expect(text('Berlin', 'Berlin', 'DE')).toBe('Berlin');
  expect(placeText({ place: null }, 'de-DE')).toBe('–');
});
