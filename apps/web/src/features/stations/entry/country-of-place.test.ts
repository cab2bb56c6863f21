import { expect, test } from 'vitest';
import { countries } from '../../../lib/countries.ts';
import { countryOf } from './country-of-place.ts';

test.each([
  ['Madrid', 40.4, -3.7, 'ES'],
  ['Konstanz, beside the border', 47.663, 9.175, 'DE'],
  ['Kreuzlingen, on its other side', 47.644, 9.178, 'CH'],
  ['Sydney', -33.87, 151.2, 'AU'],
  ['San Juan', 18.4, -66.06, 'PR'],
])('%s', async (_name, latitude, longitude, country) => {
  expect(await countryOf({ latitude, longitude })).toBe(country);
  expect(countries('en-US').map(({ code }) => code)).toContain(country);
});

test('the high seas are no country', async () => {
  expect(await countryOf({ latitude: -40, longitude: -120 })).toBeUndefined();
});
