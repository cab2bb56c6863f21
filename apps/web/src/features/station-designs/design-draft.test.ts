import type { StationArray } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { draftFaults, EMPTY_ARRAY, versionDraft, versionOf, type ArrayDraft } from './design-draft.ts';

const array: StationArray = {
  name: 'South',
  tilt: 30.5,
  azimuth: 180,
  module: { model: 'M-400', power: 400, temperatureCoefficient: null },
  quantity: 20,
  series: null,
  share: null,
  height: 4,
  spacing: null,
  albedo: 0.3,
  bifacial: null,
};
const whole: ArrayDraft = versionDraft({ from: null, arrays: [array] }).arrays[0]!;
const faults = (...arrays: ArrayDraft[]) => Object.fromEntries(draftFaults([{ from: '', arrays }]));

test('what is typed is what was read', () => {
  const version = { from: '2026-01-01', arrays: [array] };
  expect(versionOf(versionDraft(version))).toEqual(version);
  const share = { ...array, module: null, quantity: null, share: 100 };
  expect(versionOf(versionDraft({ from: null, arrays: [share] })).arrays).toEqual([share]);
});

test('a comma before the decimals is read as one', () => {
  expect(versionOf({ from: '', arrays: [{ ...whole, tilt: '12,5' }] }).arrays[0]!.tilt).toBe(12.5);
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

test('what is wrong between fields stands at its place', () => {
  expect(faults(whole, whole)).toEqual({ '0.1.name': 'arrayNameTaken' });
  const half = { ...whole, by: 'share' as const, share: '50' };
  expect(faults(half)).toEqual({ '0.arrays': 'sharesSum' });
  expect(
    Object.fromEntries(
      draftFaults([
        { from: '2026-01-01', arrays: [whole] },
        { from: '', arrays: [whole] },
      ]),
    ),
  ).toEqual({
    '': 'designVersionsInvalid',
  });
});
