import { isOffered, type RouteOutput, type RouteRequest, type routes } from '@sunfleet/contract';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireDevice } from '../devices/index.ts';
import { stationAuthority } from '../stations/index.ts';

/**
 * What the actor may do on a station (type 1) or a device (type 2), and by which way. A device without a station is its
 * organisation's. Throws AppError: stationNotFound, deviceNotFound.
 */
export async function plantAuthority(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { id, type }: RouteRequest<(typeof routes)['plantAuthority']>['query'],
): Promise<RouteOutput<(typeof routes)['plantAuthority']>> {
  if (type === 1) return stationAuthority(db, actor, id);
  const { stationId } = await requireDevice(db, actor, id);
  if (stationId !== null) return stationAuthority(db, actor, stationId);
  const { scope, permissions } = accessOf(actor);
  return {
    permissions: [...permissions].filter(isOffered),
    by: scope === 'all' ? 'all' : 'organisation',
    endsAt: null,
  };
}
