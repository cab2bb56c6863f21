import { expect, test } from 'vitest';
import { apiBase, storedNode } from './node.ts';

test('calls go to the chosen node, but nodes and look are those of the page’s host', () => {
  expect(apiBase('listStations')).toBe('/api');
  storedNode.set('https://eu.example');
  expect(apiBase('listStations')).toBe('https://eu.example/api');
  expect(apiBase('listNodes')).toBe('/api');
  expect(apiBase('listThemes')).toBe('/api');
  storedNode.set(undefined);
});
