import type { StationArray, StationInverter } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { draftFaults, EMPTY_ARRAY, versionDraft, versionOf, type ArrayDraft } from './design-draft.ts';
import { inverterDraft } from './inverter-draft.ts';

const array: StationArray = {
  name: 'South',
  tilt: 30.5,
  azimuth: 180,
  module: { componentId: null, model: 'M-400', power: 400, temperatureCoefficient: null, electrics: null },
  quantity: 20,
  series: null,
  share: null,
  height: 4,
  spacing: null,
  slant: 2.1,
  albedo: 0.3,
  bifacial: null,
};
const NONE = { inverters: [], coldest: null, hottest: null, horizon: null };
const EMPTY = { from: '', inverters: [], coldest: '', hottest: '', horizon: '' };
const inverter: StationInverter = {
  name: 'WR 1',
  type: {
    componentId: 4,
    model: 'W 6',
    acPower: 6000,
    dcVoltageMax: 1000,
    mppVoltageMin: 150,
    mppVoltageMax: 800,
    mppts: 2,
    stringsPerMppt: null,
    currentMax: 12.5,
    efficiency: null,
  },
  inputs: [{ mppt: 1, input: 2, array: 'South', strings: 1 }],
};
const whole: ArrayDraft = versionDraft({ ...NONE, from: null, arrays: [array] }).arrays[0]!;
const faults = (...arrays: ArrayDraft[]) => Object.fromEntries(draftFaults([{ ...EMPTY, arrays }]));

test('what is typed is what was read', () => {
  const horizon = [
    { azimuth: 90, elevation: 12.5 },
    { azimuth: 200, elevation: 3 },
  ];
  const version = {
    from: '2026-01-01',
    arrays: [array],
    horizon,
    inverters: [inverter],
    coldest: -20,
    hottest: null,
  };
  expect(versionOf(versionDraft(version))).toEqual(version);
  const share = { ...array, module: null, quantity: null, share: 100 };
  expect(versionOf(versionDraft({ ...NONE, from: null, arrays: [share] })).arrays).toEqual([share]);
});

test('a comma before the decimals is read as one', () => {
  expect(versionOf({ ...EMPTY, arrays: [{ ...whole, tilt: '12,5' }] }).arrays[0]!.tilt).toBe(12.5);
});

test('each field is judged by its rule, those of the other kind are not', () => {
  expect(faults(whole)).toEqual({});
  expect(faults({ ...whole, tilt: '91', quantity: '2.5', albedo: 'much' })).toEqual({
    '0.0.tilt': 'arrayTiltInvalid',
    '0.0.quantity': 'quantityInvalid',
    '0.0.albedo': 'albedoInvalid',
  });
  expect(faults({ ...EMPTY_ARRAY, name: 'A', tilt: '10', azimuth: '0', by: 'share', share: '100' })).toEqual(
    {},
  );
});

test('what hangs on an inverter is judged at its place', () => {
  const judge = (changes: object) =>
    Object.fromEntries(
      draftFaults([
        {
          ...EMPTY,
          arrays: [{ ...whole, series: '10' }],
          inverters: [{ ...inverterDraft(inverter), ...changes }],
        },
      ]),
    );
  expect(judge({})).toEqual({});
  expect(judge({ model: '', acPower: 'much' })).toEqual({});
  expect(judge({ acPower: 'much', inputs: [{ mppt: '1', input: '', array: 'West', strings: '0' }] })).toEqual(
    {
      '0.inverters.0.acPower': 'inverterPowerInvalid',
      '0.inverters.0.inputs.0.input': 'inputInvalid',
      '0.inverters.0.inputs.0.strings': 'stringsInvalid',
      '0.inverters.0.inputs.0.array': 'inputArrayUnknown',
    },
  );
});

test('a horizon is judged as a whole', () => {
  const horizon = (text: string) =>
    draftFaults([{ ...EMPTY, arrays: [whole], horizon: text }]).get('0.horizon');
  expect(horizon('0; 10\n90; 5')).toBeUndefined();
  expect(horizon('0; 10\n90')).toBe('horizonLines');
  expect(horizon('0; 100\n90; 2')).toBe('horizonElevationInvalid');
  expect(horizon('0; 1\n90; 2\n90; 3')).toBe('horizonOrder');
});

test('what is wrong between fields stands at its place', () => {
  expect(faults(whole, whole)).toEqual({ '0.1.name': 'arrayNameTaken' });
  const half = { ...whole, by: 'share' as const, share: '50' };
  expect(faults(half)).toEqual({ '0.arrays': 'sharesSum' });
  expect(
    Object.fromEntries(
      draftFaults([
        { ...EMPTY, from: '2026-01-01', arrays: [whole] },
        { ...EMPTY, arrays: [whole] },
      ]),
    ),
  ).toEqual({
    '': 'designVersionsInvalid',
  });
});
