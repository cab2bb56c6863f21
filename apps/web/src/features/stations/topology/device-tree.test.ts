import type { DeviceRow } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { mintDeviceRow } from '../../../test/mint.ts';
import {
  deviceTree,
  flatTree,
  openedAtFirst,
  SHOWN_AT_ONCE,
  shownTree,
  toggled,
  type TreeNode,
} from './device-tree.ts';

const station = { id: 5, name: 'Barn', live: { power: 4000, soc: 80, grid: -500 } };
const row = (
  id: number,
  kind: DeviceRow['kind'],
  parent: number | null = null,
  soc: number | null = null,
) => {
  const made = mintDeviceRow({ id, kind });
  return {
    ...made,
    parent: parent === null ? null : { id: parent, sn: `L${parent}` },
    live: { ...made.live, deviceId: id, soc },
  };
};
const shape = (node: TreeNode): unknown =>
  node.children.length === 0 ? node.key : [node.key, ...node.children.map(shape)];

test('devices hang on their logger, others on the station; the grid is behind its meter', () => {
  const rows = [row(1, 'logger'), row(2, 'inverter', 1), row(3, 'meter', 1), row(4, 'battery')];
  expect(shape(deviceTree(station, rows, new Map()))).toEqual([
    'station',
    ['d1', 'd2', ['d3', 'grid']],
    'd4',
  ]);
});

test('without a grid meter the grid is at the station, where its power is known', () => {
  const rows = [row(2, 'hybrid', null, 81)];
  expect(shape(deviceTree(station, rows, new Map()))).toEqual(['station', ['d2', 'b2'], 'grid']);
  const off = { ...station, live: { ...station.live, grid: null } };
  expect(shape(deviceTree(off, rows, new Map()))).toEqual(['station', ['d2', 'b2']]);
});

test('inputs and strings of an opened inverter, in their order, with what they give', () => {
  const points = [
    { key: 'str1.current', value: 8 },
    { key: 'pv10.power', value: 100 },
    { key: 'pv2.voltage', value: 600 },
    { key: 'pv2.current', value: 2 },
    { key: 'ac.power', value: 5 },
  ];
  const [inverter] = deviceTree(station, [row(2, 'inverter')], new Map([[2, points]])).children;
  expect(inverter!.children.map(({ kind, n, power }) => [kind, n, power])).toEqual([
    ['mppt', 2, 1200],
    ['mppt', 10, 100],
    ['string', 1, null],
  ]);
});

test('loggers that name each other end nowhere, and a parent of another station is none', () => {
  const rows = [row(1, 'logger', 2), row(2, 'logger', 1), row(3, 'inverter', 99)];
  expect(shape(deviceTree(station, rows, new Map()))).toEqual(['station', 'd3', 'grid']);
});

test('of a thousand devices some are shown, and the next ones at a click', () => {
  const rows = [row(1, 'logger'), ...Array.from({ length: 999 }, (_, n) => row(n + 2, 'inverter', 1))];
  const tree = deviceTree(station, rows, new Map());
  let opened = openedAtFirst(tree, rows.length);
  const shown = () => flatTree(shownTree(tree, opened));
  expect(shown().map(({ key }) => key)).toEqual(['station', 'd1', 'grid']);
  opened = toggled(opened, { key: 'd1', kind: 'device' });
  expect(shown()).toHaveLength(3 + SHOWN_AT_ONCE + 1);
  expect(shown().find(({ kind }) => kind === 'more')).toMatchObject({ key: 'd1+', n: 999 - SHOWN_AT_ONCE });
  opened = toggled(opened, { key: 'd1+', kind: 'more' });
  expect(shown()).toHaveLength(3 + 2 * SHOWN_AT_ONCE + 1);
  opened = toggled(opened, { key: 'd1', kind: 'device' });
  expect(shown()).toHaveLength(3);
});

test('a small station is open down to the devices', () => {
  const rows = [row(1, 'logger'), row(2, 'inverter', 1)];
  const tree = deviceTree(station, rows, new Map());
  expect(flatTree(shownTree(tree, openedAtFirst(tree, 2))).map(({ key }) => key)).toContain('d2');
});
