import type { Permission, RouteDefinition } from '@sunfleet/contract';
import { accessOf, type Actor } from '../actor.ts';

/** What they change counts for all stations and devices of an organisation: its limits and stops, labels, instructions, products, profiles, batches. */
const WHOLE: ReadonlySet<string> = new Set<Permission>([
  'organisations.manage',
  'labels.edit',
  'labels.delete',
  'operations.create',
  'operations.manage',
]);

/**
 * Whether a route changes something that counts for a whole organisation, so that who reaches only some of its stations may not, whatever is ticked in
 * the role. Tasks are judged one by one, by the devices that each reaches.
 */
export function reachesTooFar(
  { permission, scope, method, tag }: Pick<RouteDefinition, 'permission' | 'scope' | 'method' | 'tag'>,
  actor: Pick<Actor, 'role' | 'access'>,
): boolean {
  if (scope !== 'organisation' || method === 'GET' || tag === 'tasks' || !WHOLE.has(permission ?? ''))
    return false;
  const { scope: reach } = accessOf(actor);
  return reach !== 'all' && reach !== 'organisation';
}
