import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { routeTree } from './router.tsx';

const find = (routes: readonly RouteObject[], path: string): RouteObject | undefined =>
  routes
    .map((route) => (route.path === path ? route : find(route.children ?? [], path)))
    .find((route) => route !== undefined);

test('a station’s page has the tabs that other features put into it', () => {
  const station = find(routeTree as RouteObject[], ADDRESSES.station);
  expect(station?.children?.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['overview', 'about', 'authorize', 'log']),
  );
});
