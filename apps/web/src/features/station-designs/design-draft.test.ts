import type { StationArray } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { draftFaults, EMPTY_ARRAY, versionDraft, versionOf, type ArrayDraft } from './design-draft.ts';

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
const whole: ArrayDraft = versionDraft({ from: null, arrays: [array], horizon: null }).arrays[0]!;
const faults = (...arrays: ArrayDraft[]) =>
  Object.fromEntries(draftFaults([{ from: '', arrays, horizon: '' }]));

test('what is typed is what was read', () => {
  const horizon = [
    { azimuth: 90, elevation: 12.5 },
    { azimuth: 200, elevation: 3 },
  ];
  const version = { from: '2026-01-01', arrays: [array], horizon };
  expect(versionOf(versionDraft(version))).toEqual(version);
  const share = { ...array, module: null, quantity: null, share: 100 };
  expect(versionOf(versionDraft({ from: null, arrays: [share], horizon: null })).arrays).toEqual([share]);
});

test('a comma before the decimals is read as one', () => {
  expect(versionOf({ from: '', arrays: [{ ...whole, tilt: '12,5' }], horizon: '' }).arrays[0]!.tilt).toBe(
    12.5,
  );
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

test('a horizon is judged as a whole', () => {
  const horizon = (text: string) =>
    draftFaults([{ from: '', arrays: [whole], horizon: text }]).get('0.horizon');
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
        { from: '2026-01-01', arrays: [whole], horizon: '' },
        { from: '', arrays: [whole], horizon: '' },
      ]),
    ),
  ).toEqual({
    '': 'designVersionsInvalid',
  });
});
