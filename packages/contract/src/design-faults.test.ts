import { expect, test } from 'vitest';
import { arrayPower, designFaults } from './design-faults.ts';
import type { DesignVersion, StationArray, StationInverter } from './routes/station-designs.ts';

const array = (values: Partial<StationArray> = {}): StationArray => ({
  name: 'South',
  tilt: 30,
  azimuth: 180,
  module: { componentId: null, model: 'M-400', power: 400, temperatureCoefficient: null, electrics: null },
  quantity: 20,
  series: 10,
  share: null,
  height: null,
  spacing: null,
  slant: null,
  albedo: null,
  bifacial: null,
  ...values,
});
const version = (arrays: StationArray[], inverters: StationInverter[] = []): DesignVersion => ({
  from: null,
  arrays,
  inverters,
  coldest: null,
  hottest: null,
  horizon: null,
});
const shared = (name: string, share: number) => array({ name, module: null, quantity: null, share });
const faults = (...arrays: StationArray[]) => designFaults([version(arrays)]);

test('arrays by their modules, or by shares that sum to 100', () => {
  expect(faults(array(), array({ name: 'North' }))).toEqual([]);
  expect(faults(shared('A', 33.33), shared('B', 33.33), shared('C', 33.33))).toEqual([]);
  expect(faults(shared('A', 60), shared('B', 39))).toEqual([
    { path: 'versions.0.arrays', rule: 'sharesSum' },
  ]);
  expect(faults(array(), shared('B', 100))).toEqual([{ path: 'versions.0.arrays', rule: 'arrayKindsMixed' }]);
});

test('an array says either its modules or a share', () => {
  const fault = [{ path: 'versions.0.arrays.0.share', rule: 'arrayKindMissing' }];
  expect(faults(array({ module: null }))).toEqual(fault);
  expect(faults(array({ quantity: null }))).toEqual(fault);
  expect(faults(array({ share: 100 }))).toEqual(fault);
});

test('names are told apart whatever their letters', () => {
  expect(faults(array(), array({ name: ' south ' }))).toEqual([
    { path: 'versions.0.arrays.1.name', rule: 'arrayNameTaken' },
  ]);
});

test('rows that lie on each other, and a horizon that goes back', () => {
  expect(faults(array({ slant: 4, spacing: 3, tilt: 60 }))).toEqual([]);
  expect(faults(array({ slant: 4, spacing: 3 }))).toEqual([
    { path: 'versions.0.arrays.0.spacing', rule: 'rowsOverlap' },
  ]);
  const horizon = [10, 200, 200].map((azimuth) => ({ azimuth, elevation: 5 }));
  expect(designFaults([{ ...version([array()]), horizon }])).toEqual([
    { path: 'versions.0.horizon.2.azimuth', rule: 'horizonOrder' },
  ]);
});

test('inputs name arrays with strings, each input once, and no more modules than there are', () => {
  const type = {
    componentId: null,
    model: 'W',
    acPower: 8000,
    dcVoltageMax: 1000,
    mppVoltageMin: 200,
    mppVoltageMax: 800,
    mppts: 2,
    stringsPerMppt: null,
    currentMax: null,
    efficiency: null,
  };
  const inverter = (name: string, ...inputs: StationInverter['inputs']): StationInverter => ({
    name,
    type,
    inputs,
  });
  const input = { mppt: 1, input: 1, array: 'South', strings: 1 };
  const found = (arrays: StationArray[], ...inverters: StationInverter[]) =>
    designFaults([version(arrays, inverters)]);
  expect(found([array()], inverter('A', input, { ...input, input: 2 }))).toEqual([]);
  expect(found([array()], inverter('A', input, input, { ...input, mppt: 3, array: 'West' }))).toEqual([
    { path: 'versions.0.inverters.0.inputs.1.input', rule: 'inputTaken' },
    { path: 'versions.0.inverters.0.inputs.2.array', rule: 'inputArrayUnknown' },
    { path: 'versions.0.inverters.0.inputs.2.mppt', rule: 'mpptBeyond' },
  ]);
  expect(found([array({ series: null })], inverter('A', input), inverter('a'))).toEqual([
    { path: 'versions.0.inverters.0.inputs.0.array', rule: 'inputSeriesMissing' },
    { path: 'versions.0.inverters.1.name', rule: 'inverterNameTaken' },
  ]);
  expect(found([array()], inverter('A', { ...input, strings: 3 }))).toEqual([
    { path: 'versions.0.arrays.0.quantity', rule: 'stringsBeyondArray' },
  ]);
});

test('versions begin on days of their own, in their order', () => {
  const arrays = [array()];
  const order = (...days: (string | null)[]) =>
    designFaults(days.map((from) => ({ ...version(arrays), from }))).length;
  expect([order(null, '2026-01-01'), order('2025-01-01', '2026-01-01'), order()]).toEqual([0, 0, 0]);
  expect([order('2026-01-01', null), order('2026-01-01', '2026-01-01'), order(null, null)]).toEqual([
    1, 1, 1,
  ]);
});

test('the power of an array', () => {
  expect(arrayPower(array(), 10_000)).toBe(8000);
  expect(arrayPower(shared('A', 25), 10_000)).toBe(2500);
  expect(arrayPower(array({ module: null }), 10_000)).toBeNull();
});

test('all versions together have a bounded number of arrays and of directions of a horizon', () => {
  const arrays = Array.from({ length: 200 }, (_, at) => array({ name: `A${at}` }));
  const horizon = Array.from({ length: 720 }, (_, at) => ({ azimuth: at / 2, elevation: 5 }));
  const of = (...sizes: [arrays: number, directions: number][]) =>
    designFaults(
      sizes.map(([some, directions], at) => ({
        ...version(arrays.slice(0, some)),
        from: `200${at}-01-01`,
        horizon: directions === 0 ? null : horizon.slice(0, directions),
      })),
    );
  const tooLarge = [{ path: 'versions', rule: 'designTooLarge' }];
  expect(of([200, 720], [200, 720], [100, 360])).toEqual([]);
  expect(of([200, 0], [200, 0], [101, 0])).toEqual(tooLarge);
  expect(of([1, 720], [1, 720], [1, 361])).toEqual(tooLarge);
  const inputs = Array.from({ length: 200 }, (_, at) => ({
    mppt: 1,
    input: at + 1,
    array: 'A0',
    strings: 1,
  }));
  const inverters = Array.from({ length: 11 }, (_, at) => ({ name: `I${at}`, type: null, inputs }));
  const plenty = { ...array({ name: 'A0' }), quantity: 50_000 };
  expect(designFaults([version([plenty], inverters.slice(0, 10))])).toEqual([]);
  expect(designFaults([version([plenty], inverters)])).toEqual(tooLarge);
});
