import { expect, test } from 'vitest';
import { deyeString } from '../profiles/deye.ts';
import { judgeProfile } from './judge-profile.ts';
import { profileCoverage } from './profile-coverage.ts';
import { defineProfile, type ProfileInput } from './schema.ts';

const good: ProfileInput = {
  id: 'example',
  version: 1,
  brand: 'Example',
  brandKey: 'example',
  models: ['X1'],
  deviceKind: 'inverter',
  modbus: { fn: 3, maxRegs: 60 },
  points: [
    { key: 'ac.power', addr: 10, type: 'i16', scale: 10 },
    { key: 'energy.total', addr: 11, type: 'u32', scale: 0.1 },
    { key: 'fault.w1', addr: 13, type: 'u16' },
  ],
  faults: [{ point: 'fault.w1', bit: 0, code: 'F1', level: 'general', textKey: 'faults.example.F1' }],
  sources: [{ name: 'own measurement', licence: 'own' }],
};
const [power, total, word] = good.points;
const write = {
  key: 'export.limit',
  group: 'export',
  fn: 6,
  addr: 100,
  type: 'u16',
  min: 0,
  max: 10_000,
  step: 1,
  unit: 'W',
  confirm: 'readback',
  risk: 'grid',
} as const;
const found = (input: unknown) => judgeProfile(input).problems.map(({ path, kind }) => [path, kind]);

test('a profile in order has no problems', () => {
  expect(judgeProfile(good)).toMatchObject({ profile: { id: 'example' }, problems: [] });
  expect(found({ ...good, writes: [write] })).toEqual([]);
});

test('what has not the shape of a profile says where, and is none', () => {
  const judged = judgeProfile({ ...good, models: [], points: [{ ...power, addr: 70_000 }] });
  expect(judged.profile).toBeUndefined();
  expect(judged.problems.map(({ path }) => path).toSorted()).toEqual(['models', 'points.0.addr']);
  for (const nothing of [undefined, null, 7, 'text', [], {}]) expect(found(nothing)).not.toEqual([]);
});

test('a point that the catalogue does not know is told with the one that was meant', () => {
  const { problems } = judgeProfile({
    ...good,
    points: [...good.points, { key: 'energy.totl', addr: 20, type: 'u16' }],
  });
  expect(problems).toMatchObject([{ path: 'points.3.key', kind: 'unknownPoint' }]);
  expect(problems[0]!.message).toContain('energy.total');
});

test('faults and sums of points that are not read are told; a sum of sums is none of them', () => {
  expect(found({ ...good, points: [power, total] })).toEqual([['faults.0.point', 'notRead']]);
  const lost = { key: 'dc.power', op: 'sum', of: ['ac.power', 'pv1.power'] };
  expect(found({ ...good, derived: [lost] })).toEqual([['derived.0.of.1', 'notRead']]);
  const sums = [{ key: 'pv1.power', op: 'sum', of: ['ac.power', 'energy.total'] }, lost];
  expect(found({ ...good, derived: sums })).toEqual([]);
});

test('a fault is a bit or a value', () => {
  const fault = good.faults![0]!;
  expect(found({ ...good, faults: [{ ...fault, value: 3 }] })).toEqual([['faults.0', 'bitOrValue']]);
  expect(found({ ...good, faults: [{ ...fault, bit: undefined }] })).toEqual([['faults.0', 'bitOrValue']]);
});

test('registers that two points read each their way are told', () => {
  expect(found({ ...good, points: [power, { ...total, addr: 10 }, word] })).toEqual([
    ['points.1.addr', 'overlap'],
  ]);
});

test('values that come back changed are told', () => {
  const bounded = { ...power, valid: [5000, 100] };
  expect(found({ ...good, points: [bounded, total, word] })).toEqual([['points.0', 'changes']]);
});

test('parameters keep to what their register holds', () => {
  expect(found({ ...good, writes: [{ ...write, max: 70_000 }] })).toEqual([['writes.0', 'range']]);
  expect(found({ ...good, writes: [{ ...write, min: 1, max: 0 }] })).toEqual([['writes.0', 'range']]);
  expect(found({ ...good, writes: [{ ...write, choices: { 20_000: 'much' } }] })).toEqual([
    ['writes.0', 'range'],
  ]);
});

test('a profile names its sources', () => {
  expect(found({ ...good, sources: [] })).toEqual([['sources', 'noSource']]);
});

test('coverage tells what is read, what is missing, and what a poll costs', () => {
  const coverage = profileCoverage(defineProfile(good));
  expect(coverage).toMatchObject({
    points: { ac: 1, energy: 1 },
    faults: 1,
    requests: { fast: 1, slow: 0, once: 0 },
  });
  expect(coverage.missing).toEqual(expect.arrayContaining(['serialNumber', 'state', 'energy.day']));
  expect(coverage.missing).not.toContain('ac.power');
  expect(profileCoverage(defineProfile(deyeString)).missing).toEqual([]);
});
