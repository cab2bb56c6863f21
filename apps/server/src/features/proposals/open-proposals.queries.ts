import { routes, type Permission, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import { may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** The permission of a route that needs a second person; undefined for a name that is none any more. */
export function permissionOf(route: string): Permission | undefined {
  const definition: RouteDefinition | undefined = Object.hasOwn(routes, route)
    ? routes[route as RouteName]
    : undefined;
  if (!definition?.secondPerson || definition.permission === 'any') return undefined;
  return definition.permission;
}

/** Whether an actor may decide over proposals of a route, as far as its permission goes. */
export function mayDecide(actor: Actor, route: string): boolean {
  const permission = permissionOf(route);
  return actor.kind === 'user' && permission !== undefined && may(actor, permission);
}

/** Proposals that wait, the oldest first. */
export function openProposals(db: Db, now: number) {
  return db
    .selectFrom('proposals')
    .where('proposals.state', '=', 'open')
    .where('proposals.expiresAt', '>', new Date(now))
    .orderBy('proposals.id');
}
