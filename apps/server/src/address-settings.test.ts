import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { isAddressUrl, readAddressLayout } from './platform/address-service.ts';

const url = 'https://geo.example.test/search?q={query}';

test('a service wants an address with its query behind the host, and a name', () => {
  for (const wrong of [
    'https://{query}.example.test/',
    'https://geo.example.test:{query}/',
    'https://{lang}.example.test/?q={query}',
    'https://geo.example.test/search',
    'https://geo.example.test/#{query}',
    'file:///etc/{query}',
    '{query}',
  ])
    expect([wrong, isAddressUrl(wrong)]).toEqual([wrong, false]);
  expect(() => readConfig({ SUNFLEET_ADDRESS_URL: url })).toThrow('SUNFLEET_ADDRESS_SOURCE');
  expect(readConfig({}).addresses).toBeUndefined();
  const named = { SUNFLEET_ADDRESS_URL: url, SUNFLEET_ADDRESS_SOURCE: 'Maps' };
  expect(readConfig(named).addresses).toMatchObject({
    url,
    name: 'Maps',
    credit: '',
    patienceMs: 5000,
    keepDays: 30,
  });
  expect(() => readConfig({ ...named, SUNFLEET_ADDRESS_LAYOUT: 'latitude=a' })).toThrow(
    'SUNFLEET_ADDRESS_LAYOUT',
  );
});

test('a layout names ways through JSON by field', () => {
  expect(readAddressLayout('items=a.b;latitude=y;longitude=x;city=c.0|d;detail=e+f')).toMatchObject({
    items: ['a', 'b'],
    fields: { city: [[['c', '0']], [['d']]], detail: [[['e'], ['f']]], label: [] },
  });
  for (const wrong of [
    '',
    'google',
    'latitude=y',
    'latitude=y;longitude=x;street=z',
    'latitude=y;longitude=a..b',
  ])
    expect(readAddressLayout(wrong)).toBeUndefined();
});
