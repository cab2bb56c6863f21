import { expect, test } from 'vitest';
import { leavesRollUps } from './roll-ups.ts';

test('powers leave means and counters leave energies; strings and points outside the catalogue leave nothing', () => {
  expect(['ac.power', 'temp.ambient', 'energy.total', 'energy.day'].filter(leavesRollUps)).toHaveLength(4);
  expect(['str1.current', 'pv1.voltage', 'fan.speed', 'state'].filter(leavesRollUps)).toEqual([]);
});
