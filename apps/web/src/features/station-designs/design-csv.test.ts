import { expect, test } from 'vitest';
import { designCsv, readDesignCsv } from './design-csv.ts';
import { EMPTY_ARRAY, type VersionDraft } from './design-draft.ts';
import { EMPTY_INVERTER } from './inverter-draft.ts';

const electrics = { voc: 50 } as never;
const versions: VersionDraft[] = [
  {
    from: '',
    coldest: '-15',
    hottest: '',
    horizon: '0; 3\n90; 12',
    arrays: [
      {
        ...EMPTY_ARRAY,
        name: '=East, "upper"',
        tilt: '15',
        azimuth: '90',
        model: 'M-400',
        componentId: 7,
        electrics,
        power: '400',
        coefficient: '-0.35',
        quantity: '20',
        series: '10',
      },
    ],
    inverters: [
      {
        ...EMPTY_INVERTER,
        name: 'A',
        model: 'I-8',
        componentId: 3,
        acPower: '8000',
        inputs: [{ mppt: '1', input: '1', array: '=East, "upper"', strings: '2' }],
      },
    ],
  },
  {
    from: '2025-06-01',
    coldest: '',
    hottest: '',
    horizon: '',
    arrays: [{ ...EMPTY_ARRAY, by: 'share', name: 'All', tilt: '10', azimuth: '180', share: '100' }],
    inverters: [],
  },
];

test('a design is written and read back as it was, and no cell is a formula', () => {
  const text = designCsv(versions);
  expect(text).not.toMatch(/(^|,)"?[=@]/m);
  expect(readDesignCsv(text, versions)).toEqual({ versions });
});

test('spreadsheets may turn columns around, use semicolons and leave columns out', () => {
  const text = 'name;part;azimuth;tilt;share;from\n;version;;;;\nRoof;array;170;30,5;100;\n';
  expect(readDesignCsv(text, [])).toMatchObject({
    versions: [
      { from: '', arrays: [{ name: 'Roof', by: 'share', tilt: '30,5', azimuth: '170', share: '100' }] },
    ],
  });
});

test('what the library told of a module stays with its name, and is gone with another one', () => {
  const text = designCsv(versions).replace('M-400', 'M-500');
  expect(readDesignCsv(text, versions)).toMatchObject({
    versions: [{ arrays: [{ model: 'M-500', componentId: null, electrics: null }] }, {}],
  });
});

test.each([
  ['name,tilt\nRoof,30', { line: 1, wrong: 'noHead' }],
  ['part,name,colour\nversion,,', { line: 1, wrong: 'column', text: 'colour' }],
  ['part,name\nversion,\nroof,East', { line: 3, wrong: 'part', text: 'roof' }],
  ['part,name\narray,East', { line: 2, wrong: 'noVersion' }],
  ['part,mppt\nversion,\ninput,1', { line: 3, wrong: 'noInverter' }],
])('%j says which line is wrong', (text, wrong) => {
  expect(readDesignCsv(text, [])).toMatchObject(wrong);
});
