import { POINTS } from '@sunfleet/device-model';
import { expect, test } from 'vitest';
import { mintPoint } from '../../../test/mint.ts';
import { GROUPS, groupPoints } from './device-points.ts';

const named = (key: string) => ({ ...mintPoint({ key }), name: `name of ${key}` });

test('every group of the catalogue has its place', () => {
  const known: readonly string[] = GROUPS;
  expect(POINTS.map(({ group }) => group).filter((group) => !known.includes(group))).toEqual([]);
});

test('points stand by group in the order of the catalogue, custom ones last by key', () => {
  const keys = ['zeta', 'alpha', 'pv10.voltage', 'pv2.voltage', 'ac.power', 'state'];
  const groups = groupPoints(keys.map(named), '');
  expect(groups.map(({ group, points }) => [group, points.map(({ key }) => key)])).toEqual([
    ['state', ['state']],
    ['ac', ['ac.power']],
    ['dc', ['pv2.voltage', 'pv10.voltage']],
    ['custom', ['alpha', 'zeta']],
  ]);
});

test('the search looks at names and keys, whatever their case', () => {
  const points = [named('ac.power'), { ...named('pv1.power'), name: 'Leistung PV1' }];
  expect(groupPoints(points, ' LEISTUNG ')[0]?.points.map(({ key }) => key)).toEqual(['pv1.power']);
  expect(groupPoints(points, 'xyz')).toEqual([]);
});
