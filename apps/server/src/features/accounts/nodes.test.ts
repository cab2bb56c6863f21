import { expect, test } from 'vitest';
import { listNodes } from './nodes.ts';

const here = 'https://eu.example.test';

/** What a node has beside key and address where the setting names no more. */
const plain = { name: null, countries: [] };

test('nodes of the setting are listed and the one called is marked', () => {
  expect(listNodes('china=https://cn.example.test/, europe=https://eu.example.test', here)).toEqual([
    { key: 'china', url: 'https://cn.example.test', current: false, ...plain },
    { key: 'europe', url: 'https://eu.example.test', current: true, ...plain },
  ]);
});

test('without a setting this server is the only node', () => {
  expect(listNodes('', here)).toEqual([{ key: 'international', url: here, current: true, ...plain }]);
});

test('unknown names and addresses that a browser must not follow are left out', () => {
  const setting =
    'mars=https://m.example.test,china=javascript:alert(1),europe=,international=http://i.example.test:8080/app';
  expect(listNodes(setting, here)).toEqual([
    { key: 'international', url: 'http://i.example.test:8080/app', current: false, ...plain },
  ]);
});

test('a node may have a name and the countries that are sent to it', () => {
  const setting =
    'europe=https://eu.example.test;name=Frankfurt = am Main;countries=de| FR |España|ES,china=https://cn.example.test;countries=CN';
  expect(listNodes(setting, here)).toEqual([
    {
      key: 'europe',
      name: 'Frankfurt = am Main',
      url: 'https://eu.example.test',
      current: true,
      countries: ['DE', 'FR', 'ES'],
    },
    { key: 'china', name: null, url: 'https://cn.example.test', current: false, countries: ['CN'] },
  ]);
});
