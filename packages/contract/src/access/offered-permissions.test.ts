import { expect, test } from 'vitest';
import type { RouteDefinition } from '../route.ts';
import { type RouteName, routes } from '../routes/index.ts';
import {
  FUNCTIONS,
  isOffered,
  OFFERED_DOMAINS,
  OFFERED_PERMISSIONS,
  offeredOf,
  PERMISSIONS,
} from './functions.ts';
import { OPERATOR_PERMISSIONS } from './grants.ts';
import { offeredTo, ROLES } from './roles.ts';

/** The routes that a permission opens, or on which it reaches further. */
function gated(permission: string): RouteName[] {
  const all = Object.entries(routes) as [RouteName, RouteDefinition][];
  return all
    .filter(([, route]) => route.permission === permission || route.widenedBy === permission)
    .map(([name]) => name);
}

test.each(OFFERED_PERMISSIONS)('%s, which is offered, gates a route', (permission) => {
  expect(gated(permission)).not.toEqual([]);
});

test.each(PERMISSIONS.filter((permission) => !isOffered(permission)))(
  '%s, which waits, gates none',
  (permission) => {
    expect(gated(permission)).toEqual([]);
  },
);

test('what waits names its feature and belongs to no domain, role or grant that is shown', () => {
  const waiting = Object.values(FUNCTIONS).flatMap((functions) =>
    Object.values<{ waitsFor?: string }>(functions).flatMap(({ waitsFor }) => waitsFor ?? []),
  );
  expect(waiting).toHaveLength(PERMISSIONS.length - OFFERED_PERMISSIONS.length);
  for (const feature of waiting) expect(feature).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
  expect(OFFERED_DOMAINS.flatMap(offeredOf)).toEqual(OFFERED_PERMISSIONS);
  for (const role of ROLES) expect(offeredTo(role).every(isOffered)).toBe(true);
  expect(OPERATOR_PERMISSIONS.every(isOffered)).toBe(true);
});
