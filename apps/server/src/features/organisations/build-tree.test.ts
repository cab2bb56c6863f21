import { expect, test } from 'vitest';
import { buildTree, type FlatNode } from './build-tree.ts';

const node = (id: number, path: string): FlatNode => ({
  id,
  path,
  code: `C${id}`,
  name: `N${id}`,
  kind: 'merchant',
  type: 'enterprise',
  tie: 'tight',
  parentId: null,
  counts: { members: 0, stations: 0, devices: 0 },
  manageable: true,
});
const shape = (nodes: ReturnType<typeof buildTree>): object[] =>
  nodes.map(({ id, children }) => ({ [id]: shape(children) }));

test('each organisation hangs below the nearest one above it, whatever the order of the list', () => {
  const list = [node(4, '/1/2/3/4/'), node(2, '/1/2/'), node(5, '/1/2/5/'), node(9, '/9/')];
  expect(shape(buildTree(list))).toEqual([{ 2: [{ 4: [] }, { 5: [] }] }, { 9: [] }]);
});

test('nothing of the chain of ids is told', () => {
  expect(buildTree([node(1, '/1/')])[0]).not.toHaveProperty('path');
  expect(buildTree([])).toEqual([]);
});
