import { expect, test } from 'vitest';
import { readAddressLayout } from '../../platform/address-service.ts';
import { readAddresses } from './read-addresses.ts';

const layout = (text: string) => readAddressLayout(text)!;
const street = {
  place_id: 1,
  lat: '48.1371079',
  lon: '11.5753822',
  display_name: '8, Marienplatz, Altstadt, München, Bayern, 80331, Deutschland',
  address: {
    house_number: '8',
    road: 'Marienplatz',
    suburb: 'Altstadt',
    city: 'München',
    state: 'Bayern',
    postcode: '80331',
    country_code: 'de',
  },
};

test('an answer of Nominatim', () => {
  expect(readAddresses([street], layout('nominatim'))).toEqual([
    {
      label: street.display_name,
      latitude: 48.1371079,
      longitude: 11.5753822,
      country: 'DE',
      state: 'Bayern',
      city: 'München',
      district: 'Altstadt',
      detail: 'Marienplatz 8',
      postCode: '80331',
    },
  ]);
  const village = { ...street, address: { village: 'Murnau', country_code: 'x' } };
  expect(readAddresses([village], layout('nominatim'))[0]).toMatchObject({
    city: 'Murnau',
    country: null,
    detail: null,
  });
});

test('an answer of Photon, whose label is put together', () => {
  const features = [
    {
      geometry: { type: 'Point', coordinates: [11.5753, 48.1371] },
      properties: {
        housenumber: '8',
        street: 'Marienplatz',
        city: 'München',
        state: 'Bayern',
        countrycode: 'DE',
      },
    },
    { geometry: { coordinates: [8, 50] }, properties: { name: 'Solarpark', city: 'Bad Homburg' } },
  ];
  expect(
    readAddresses({ type: 'FeatureCollection', features }, layout('photon')).map(({ label }) => label),
  ).toEqual(['Marienplatz 8, München, Bayern', 'Solarpark, Bad Homburg']);
});

test('what has no place is left out, a post code that cannot be is none, and eight are enough', () => {
  const wrong = [
    { ...street, lat: '' },
    { ...street, lat: '91' },
    { ...street, lon: null },
    null,
    'text',
    {
      ...street,
      address: { constructor: 'x', postcode: 'longer than any post code' },
    },
  ];
  expect(readAddresses(wrong, layout('nominatim'))).toMatchObject([{ postCode: null }]);
  expect(
    readAddresses(
      Array.from({ length: 20 }, () => street),
      layout('nominatim'),
    ),
  ).toHaveLength(8);
  expect(
    readAddresses([street], layout('label=__proto__;latitude=lat;longitude=lon;city=constructor')),
  ).toEqual([]);
});

test('an answer without its list is no answer', () => {
  for (const answer of [{ error: 'over' }, null, 'text', 5])
    expect(() => readAddresses(answer, layout('nominatim'))).toThrow('no list');
});
