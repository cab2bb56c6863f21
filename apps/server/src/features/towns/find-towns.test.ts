import { expect, test } from 'vitest';
import { findTowns } from './find-towns.ts';
import { fold } from './fold.ts';
import { packTowns, unpackTowns, type NamedTown } from './town-file.ts';

const town = (name: string, country: string, more: Partial<NamedTown> = {}): NamedTown => ({
  name,
  country,
  region: null,
  latitude: 0,
  longitude: 0,
  population: 10_000,
  ...more,
});

const munich = town('Munich', 'DE', {
  region: 'Bavaria',
  latitude: 48.137,
  longitude: 11.575,
  population: 1_260_391,
  names: { 'de-DE': 'München', 'zh-CN': '慕尼黑' },
  otherNames: ['Monaco di Baviera'],
  regionNames: { 'de-DE': 'Bayern' },
});
const towns = unpackTowns(
  packTowns([
    town('Munising', 'US', { region: 'Michigan' }),
    munich,
    town('Monaco', 'MC', { population: 38_000 }),
    town('São Paulo', 'BR', { population: 10_021_295 }),
    town('Springfield', 'US', { region: 'Missouri', population: 166_000, latitude: 37, longitude: -93 }),
    town('Springfield', 'US', { region: 'Illinois', population: 116_000, latitude: 39.8, longitude: -89.6 }),
    town("L'Aquila", 'IT'),
  ]),
);
const names = (text: string, options: Partial<Parameters<typeof findTowns>[1]> = {}) =>
  findTowns(towns, { text, language: 'en-US', limit: 5, ...options }).map(({ name, region }) =>
    region ? `${name}, ${region}` : name,
  );

test('a town is found by the beginning of its name, the most populous first', () => {
  expect(names('mun')).toEqual(['Munich, Bavaria', 'Munising, Michigan']);
});

test.each(['München', 'munchen', 'MUENCHEN', '慕尼黑'])('%s finds it in every writing', (text) => {
  expect(names(text)).toEqual(['Munich, Bavaria']);
});

test('the answer is in the language of the caller', () => {
  expect(findTowns(towns, { text: 'munich', language: 'de-DE', limit: 1 })).toEqual([
    {
      name: 'München',
      region: 'Bayern',
      country: 'DE',
      latitude: 48.137,
      longitude: 11.575,
      population: 1_260_391,
    },
  ]);
});

test('a whole name comes before a larger town that is only called so elsewhere', () => {
  expect(names('monaco')).toEqual(['Monaco', 'Munich, Bavaria']);
});

test('the name in the language of the reader goes before a name in another one, however many people live there', () => {
  const found = unpackTowns(
    packTowns([
      town('Nice', 'FR', { population: 342_000, names: { 'de-DE': 'Nizza', 'it-IT': 'Nizza' } }),
      town('Nizza Monferrato', 'IT', { population: 10_000 }),
      town('Nizwa', 'OM', { population: 72_000 }),
      town('Zaragoza', 'ES', { population: 675_000, names: { 'it-IT': 'Saragozza' } }),
      town('Puebla de Zaragoza', 'MX', { population: 1_430_000 }),
    ]),
  );
  const first = (text: string, language: string) =>
    findTowns(found, { text, language, limit: 5 }).map(({ name }) => name);
  expect(first('Niz', 'de-DE')).toEqual(['Nizza', 'Nizwa', 'Nizza Monferrato']);
  expect(first('Niz', 'en-US')).toEqual(['Nizwa', 'Nice', 'Nizza Monferrato']);
  expect(first('Nizza', 'en-US')).toEqual(['Nice', 'Nizza Monferrato']);
  expect(first('nice', 'de-DE')).toEqual(['Nizza']);
  // What most call it is known everywhere.
  expect(first('zarag', 'it-IT')).toEqual(['Saragozza', 'Puebla de Zaragoza']);
});

test('a later word finds it, accents and apostrophes do not matter', () => {
  expect(names('paulo')).toEqual(['São Paulo']);
  expect(names('laquila')).toEqual(["L'Aquila"]);
});

test('behind a comma stands the region or the country', () => {
  expect(names('springfield, ill')).toEqual(['Springfield, Illinois']);
  expect(names('mun, united')).toEqual(['Munising, Michigan']);
  expect(names('mun, de')).toEqual(['Munich, Bavaria']);
});

test('of towns alike the nearer one comes first', () => {
  expect(names('springfield')[0]).toBe('Springfield, Missouri');
  expect(names('springfield', { near: { latitude: 39.8, longitude: -89 } })[0]).toBe('Springfield, Illinois');
});

test.each(['Munihc', 'Munch', 'Municch', 'Munixh'])(
  'one slip is forgiven where nothing else is found: %s',
  (text) => {
    expect(names(text)).toContain('Munich, Bavaria');
  },
);

test('what is no name finds nothing', () => {
  expect(names('xqzzv')).toEqual([]);
  expect(names(' , ')).toEqual([]);
  expect(names("'")).toEqual([]);
});

test('folding keeps signs and letters of other scripts', () => {
  expect(['Łódź', 'Straße', '서울', '東京', 'Ho-Chi-Minh  City'].map(fold)).toEqual([
    'lodz',
    'strasse',
    '서울',
    '東京',
    'ho chi minh city',
  ]);
});
