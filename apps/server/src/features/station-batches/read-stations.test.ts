import { buffer } from 'node:stream/consumers';
import { LANGUAGES, STATION_FIELDS } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { packWorkbook } from '../../platform/tables/pack-workbook.ts';
import { headRow, SHEET_END, sheetBegin, sheetRow } from '../../platform/tables/sheet-text.ts';
import { loadTexts } from '../../platform/text.ts';
import { columnLetter } from '../../platform/tables/column-letter.ts';
import { plainHeading } from '../../platform/tables/read/plain-heading.ts';
import { loadWords } from './headings.ts';
import { readStations } from './read-stations.ts';
import type { Cell } from '../../platform/tables/read/cell.ts';
import { readTable } from '../../platform/tables/read/read-table.ts';

const text = await loadTexts();
const [english, german] = await Promise.all([loadWords('en-US'), loadWords('de-DE')]);

const read = (rows: Cell[][], decimal: '.' | ',' = '.') =>
  readStations({ rows, decimal }, { ...english, language: 'en-US', text });
const HEAD = ['Name', 'Type', 'Capacity (kWp)', 'Latitude (°)', 'Longitude (°)'];
const ROW: Cell[] = ['Barn', 'Commercial and industrial', 12.5, 48.1, 11.5];
const told = ({ errors }: Awaited<ReturnType<typeof read>>) =>
  errors.map(({ cell, message }) => [cell, message]);

test('columns are named as spreadsheets name them', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('the headings of every language are known, with unit and star', async () => {
  for (const language of LANGUAGES) {
    const { headings } = await loadWords(language);
    const known = STATION_FIELDS.map((field) =>
      english.headings.fields.get(plainHeading(`${headings.titles[field]} (kWp) *`)),
    );
    expect([language, known]).toEqual([language, STATION_FIELDS]);
  }
});

test('a CSV of another language, with its own decimals, says the same as a workbook', async () => {
  const csv = [
    `${german.headings.titles.name};${german.headings.titles.type};${german.headings.titles.capacityKw} (kWp);latitude;longitude;${german.headings.titles.country};${german.headings.titles.gridConnectedOn}`,
    `"Scheune; Süd";commercial;1.234,5;48,1;11,5;Deutschland;2026-11-30`,
    ';;;;;;',
    '',
  ].join('\r\n');
  const table = await readTable(new TextEncoder().encode(`\uFEFF${csv}`));
  const { stations, errors } = await readStations(table, { ...english, language: 'en-US', text });
  expect(errors).toEqual([]);
  const day = () => '';
  const workbook = await buffer(
    packWorkbook([
      {
        title: 'Stations',
        text: [
          sheetBegin(7),
          headRow(['name', 'type', 'capacityKw', 'latitude', 'longitude', 'country', 'gridConnectedOn']),
          sheetRow(['Scheune; Süd', 'commercial', 1234.5, 48.1, 11.5, 'DE', { day: '2026-11-30' }], day, 2),
          SHEET_END,
        ],
      },
    ]),
  );
  const same = await readTable(new Uint8Array(workbook));
  expect((await readStations(same, { ...german, language: 'de-DE', text })).stations).toEqual(stations);
  expect(stations).toEqual([
    {
      name: 'Scheune; Süd',
      type: 'commercial',
      capacityKw: 1234.5,
      latitude: 48.1,
      longitude: 11.5,
      country: 'DE',
      gridConnectedOn: '2026-11-30',
    },
  ]);
});

test('what is wrong is told by its cell, and all of it is counted', async () => {
  const result = await read([
    [...HEAD, 'Currency', 'Price bought', 'Installed on'],
    [...ROW, null, null, null],
    ['', 'Castle', 'much', 91, 11.5, null, null, null],
    [],
    ['Mill', 'utility', 5, 48.1, null, null, null, '30.11.2026'],
  ]);
  expect(result.stations).toHaveLength(1);
  expect(result.rows).toBe(3);
  expect(told(result)).toEqual([
    ['G1', expect.stringMatching(/^This column is not known/)],
    ['A3', 'This cell must not be empty.'],
    ['B3', expect.stringMatching(/none of the choices/)],
    ['C3', '“much” is not a number.'],
    ['D3', expect.stringMatching(/^Latitude is a number/)],
    ['E5', 'This cell must not be empty.'],
    ['H5', expect.stringMatching(/is no day/)],
  ]);
  const many = await read([HEAD, ...Array.from({ length: 600 }, () => ['', 'utility', 5, 48.1, 11.5])]);
  expect([many.errors.length, many.errorCount()]).toEqual([500, 600]);
});

test('a column that is missing or there twice is told, and nothing is read by a guess', async () => {
  const result = await read([['Name', 'Name', 'Type', 'Latitude', 'Longitude'], ROW]);
  expect(told(result)).toEqual([
    ['B1', 'This column is there twice.'],
    ['F1', 'The column “Capacity” is missing.'],
  ]);
  expect(result.stations).toEqual([]);
});

test('a price without its currency, and texts that look like formulas', async () => {
  const head = [...HEAD, 'priceBuy', 'notes', 'postCode'];
  const priced = await read([head, [...ROW, 0.3, null, null]]);
  expect(told(priced)).toEqual([['F2', expect.stringMatching(/currency/i)]]);
  const formula = await read([head, [...ROW, null, "'=1+1", 80331]]);
  expect(formula.stations[0]).toMatchObject({ notes: '=1+1', postCode: '80331' });
});

test('neither pictures nor archives nor binary files are tables', async () => {
  const refused = async (bytes: Uint8Array) =>
    readTable(bytes).then(
      () => 'read',
      (error) => error.key,
    );
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  expect(await refused(png)).toBe('unsupportedFileType');
  expect(await refused(new TextEncoder().encode('PK\x03\x04 no archive'))).toBe('stationTableUnreadable');
  expect(await refused(new TextEncoder().encode('"open quote\n'))).toBe('stationTableUnreadable');
});

test('others have their turn while a table of which every cell is wrong is read', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1));
  const result = await read([HEAD, ...Array.from({ length: 500 }, () => ['', '?', '?', '?', '?'])]);
  clearInterval(counting);
  expect(result.errorCount()).toBe(2500);
  expect(turns).toBeGreaterThan(1);
});

test('others have their turn between rows of very long cells, which a workbook of some kB can have', async () => {
  let rounds = 0;
  const count = () => {
    rounds += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const long = '.'.repeat(10_000);
  const result = await read([
    [...STATION_FIELDS],
    ...Array.from({ length: 40 }, () => STATION_FIELDS.map(() => long)),
  ]);
  clearImmediate(next);
  expect(result.rows).toBe(40);
  expect(rounds).toBeGreaterThanOrEqual(39);
});
