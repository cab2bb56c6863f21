import { expect, test } from 'vitest';
import { mintPreview } from '../../../test/mint-import.ts';
import { problemsOf } from './draft-problems.ts';
import {
  chosenColumns,
  draftOf,
  EMPTY_DRAFT,
  type ImportDraft,
  startInput,
  valueColumns,
} from './import-draft.ts';
import { resplit } from './resplit.ts';
import { unitChoices, unitOf } from './unit-choices.ts';

const station = { id: 1, name: 'Station 1', timeZone: 'Europe/Madrid' };
const ready = (changes: Partial<ImportDraft> = {}): ImportDraft => ({
  ...draftOf(mintPreview(), { ...EMPTY_DRAFT, station }),
  sn: 'INV01',
  ...changes,
});

test('a guess fills the draft; the zone is that of the file, else that of the station', () => {
  expect(ready()).toMatchObject({
    timeColumn: 'Time',
    timeZone: 'Europe/Madrid',
    deviceMode: 'fixed',
    station,
  });
  const guess = { ...mintPreview().guess, timeZone: 'UTC', deviceColumn: 'Note' };
  expect(ready(draftOf(mintPreview({ guess }), EMPTY_DRAFT))).toMatchObject({
    timeZone: 'UTC',
    deviceMode: 'column',
  });
});

test('columns of time and device carry no values', () => {
  expect(valueColumns(ready())).toEqual(['P_AC (kW)', 'Note']);
  expect(valueColumns(ready({ deviceMode: 'column', deviceColumn: 'Note' }))).toEqual(['P_AC (kW)']);
});

test('devices side by side give each column its own serial number', () => {
  const columns = {
    'P_AC (kW)': { point: 'ac.power', scale: 1000, offset: 0, sn: 'INV01 ', name: '', unit: '' },
    Note: { point: 'ac.power', scale: 1, offset: 0, sn: 'INV02', name: '', unit: '' },
  };
  const draft = ready({ deviceMode: 'each', columns });
  expect([...problemsOf(draft)]).toEqual([]);
  const { mapping } = startInput(draft);
  expect(mapping.sn).toBeUndefined();
  expect(mapping.columns.map(({ sn }) => sn)).toEqual(['INV01', 'INV02']);
  expect([...problemsOf({ ...draft, deviceMode: 'fixed' })]).toEqual(['duplicate']);
});

test.each([
  ['station', { station: null }],
  ['timeColumn', { timeColumn: '' }],
  ['timeFormat', { timeFormat: ' ' }],
  ['timeZone', { timeZone: '' }],
  ['sn', { sn: 'a b' }],
  ['deviceColumn', { deviceMode: 'column' }],
  ['columns', { columns: {} }],
  ['columnSn', { deviceMode: 'each' }],
] as const)('a draft without %s says so', (problem, changes) => {
  expect([...problemsOf(ready())]).toEqual([]);
  expect([...problemsOf(ready(changes))]).toContain(problem);
});

test('the rest of a mapping stays behind where its column has become the time', () => {
  expect(chosenColumns(ready({ timeColumn: 'P_AC (kW)' }))).toEqual([]);
});

test('another delimiter cuts names and rows anew', () => {
  const preview = mintPreview({ header: ['a;b;;a'], sample: [['1;2;3;4']] });
  const cut = resplit(preview, { from: ',', to: ';' });
  expect(cut.header).toEqual(['a', 'b', '#3', 'a (2)']);
  expect(cut.sample).toEqual([['1', '2', '3', '4']]);
});

test('units and factors stand for each other', () => {
  expect(unitOf('W', { scale: 1000, offset: 0 })).toBe('kW');
  expect(unitOf('°C', { scale: 5 / 9, offset: -17.777_777_777_8 })).toBe('°F');
  expect(unitOf('W', { scale: 735.5, offset: 0 })).toBeUndefined();
  expect(unitChoices('rpm').map(({ unit }) => unit)).toEqual(['rpm']);
  const fahrenheit = unitChoices('°C').find(({ unit }) => unit === '°F')!;
  expect(212 * fahrenheit.scale + fahrenheit.offset).toBeCloseTo(100, 9);
});
