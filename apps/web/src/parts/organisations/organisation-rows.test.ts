import { expect, test } from 'vitest';
import { mintOrganisationNode } from '../../test/mint-people.ts';
import { contains, findNode, visibleRows } from './organisation-rows.ts';

const field = mintOrganisationNode({ id: 4, name: 'Field crew', code: 'CREW' });
const service = mintOrganisationNode({ id: 2, name: 'Service', children: [field] });
const dealer = mintOrganisationNode({ id: 3, name: 'Dealer', code: 'DEAL' });
const nodes = [mintOrganisationNode({ id: 1, name: 'Head', children: [service, dealer] })];

const names = (options: Partial<Parameters<typeof visibleRows>[1]> = {}) =>
  visibleRows(nodes, { toggled: new Map(), chosen: undefined, find: '', ...options }).map(
    ({ node, level }) => `${level} ${node.name}`,
  );

test('roots are open, what is deeper is not', () => {
  expect(names()).toEqual(['1 Head', '2 Service', '2 Dealer']);
});

test('the way to the chosen one is open, and somebody’s choice counts more', () => {
  expect(names({ chosen: 4 })).toEqual(['1 Head', '2 Service', '3 Field crew', '2 Dealer']);
  expect(names({ chosen: 4, toggled: new Map([[2, false]]) })).toEqual(['1 Head', '2 Service', '2 Dealer']);
});

test('a search shows what matches by name or code, and the way there', () => {
  expect(names({ find: ' crew ' })).toEqual(['1 Head', '2 Service', '3 Field crew']);
  expect(names({ find: 'deal' })).toEqual(['1 Head', '2 Dealer']);
  expect(names({ find: 'nothing' })).toEqual([]);
});

test('a line knows its place', () => {
  const rows = visibleRows(nodes, { toggled: new Map(), chosen: undefined, find: '' });
  expect(rows[2]).toMatchObject({ position: 2, siblings: 2, open: undefined, parentId: 1 });
  expect(rows[1]!.open).toBe(false);
});

test('finds an organisation and tells what is below it', () => {
  expect(findNode(nodes, 4)).toBe(field);
  expect(findNode(nodes, 9)).toBeUndefined();
  expect(contains(service, 4)).toBe(true);
  expect(contains(service, 1)).toBe(false);
});
