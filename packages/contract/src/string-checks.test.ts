import { expect, test } from 'vitest';
import type { StationArray, StationInverter } from './routes/station-designs.ts';
import { stringWarnings } from './string-checks.ts';

const electrics = { vOc: 49, iSc: 10.4, vMp: 41, iMp: 9.76, alphaSc: 0.05, betaVoc: -0.28 };
const array = (name: string, series: number, quantity: number, known = true): StationArray => ({
  name,
  tilt: 30,
  azimuth: 180,
  module: {
    componentId: null,
    model: 'M',
    power: 400,
    temperatureCoefficient: null,
    electrics: known ? electrics : null,
  },
  quantity,
  series,
  share: null,
  height: null,
  spacing: null,
  slant: null,
  albedo: null,
  bifacial: null,
});
const type = {
  componentId: null,
  model: 'W',
  acPower: 10_000,
  dcVoltageMax: 1000,
  mppVoltageMin: 200,
  mppVoltageMax: 850,
  mppts: 2,
  stringsPerMppt: 2,
  currentMax: 25,
  efficiency: null,
};
const inverter = (...inputs: [mppt: number, array: string, strings: number][]): StationInverter => ({
  name: 'A',
  type,
  inputs: inputs.map(([mppt, of, strings], at) => ({ mppt, input: at + 1, array: of, strings })),
});
const keys = (arrays: StationArray[], inverters: StationInverter[], coldest: number | null = null) =>
  stringWarnings({ arrays, inverters, coldest, hottest: null }).map(({ key }) => key);

test('strings that fit are not asked about', () => {
  expect(keys([array('S', 16, 32)], [inverter([1, 'S', 2])])).toEqual([]);
  expect(keys([array('S', 16, 32)], [])).toEqual([]);
});

test('the open circuit in the cold, by the lowest temperature of the place', () => {
  const strings = [inverter([1, 'S', 1])];
  // 19 x 49 V x (1 + 0.0028 x 35) = 1022 V at -10 degrees, 957 V at 15.
  expect(keys([array('S', 19, 19)], strings)).toContain('vocAbove');
  expect(keys([array('S', 19, 19)], strings, 15)).not.toContain('vocAbove');
  const [warning] = stringWarnings({
    arrays: [array('S', 19, 19)],
    inverters: strings,
    coldest: null,
    hottest: null,
  });
  expect(warning).toMatchObject({ key: 'vocAbove', inverter: 0, mppt: 1, array: 'S', limit: 1000 });
  expect(warning?.value).toBeCloseTo(1022.2, 1);
});

test('the point of most power in cold and heat', () => {
  expect(keys([array('S', 20, 20)], [inverter([1, 'S', 1])], 25)).toEqual([]);
  expect(keys([array('S', 20, 20)], [inverter([1, 'S', 1])], 0)).toContain('vmpAbove');
  expect(keys([array('S', 5, 20)], [inverter([1, 'S', 2], [2, 'S', 2])])).toContain('vmpBelow');
});

test('current, number and lengths of the strings of an MPPT', () => {
  expect(keys([array('S', 16, 48)], [inverter([1, 'S', 2], [1, 'S', 1])])).toEqual([
    'stringsAbove',
    'currentAbove',
    'ratioHigh',
  ]);
  expect(keys([array('S', 16, 16), array('N', 12, 12)], [inverter([1, 'S', 1], [1, 'N', 1])])).toEqual([
    'seriesDiffer',
  ]);
});

test('DC by AC power, and modules on no input', () => {
  expect(keys([array('S', 10, 20)], [inverter([1, 'S', 1])])).toEqual(['ratioLow', 'modulesLeft']);
});

test('what is not known is not checked', () => {
  expect(keys([array('S', 40, 40, false)], [inverter([1, 'S', 1])])).toEqual(['ratioHigh']);
  expect(keys([array('S', 40, 40)], [{ ...inverter([1, 'S', 1]), type: null }])).toEqual([]);
});
