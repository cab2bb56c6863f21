import type { RouteRequest, routes, SeveralResult } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { createGrant, grantableStations } from '../grants/index.ts';
import { judgeEach } from './judge-each.ts';
import { targetStations } from './target-stations.ts';

type Body = RouteRequest<(typeof routes)['grantSeveralStations']>['body'];

/**
 * Offers one authorisation for all of the stations that the caller may give; the others are refused. Throws AppError as `targetStations` and
 * `createGrant` do.
 */
export async function grantSeveral(
  platform: Pick<Platform, 'db' | 'clock' | 'text' | 'log'>,
  context: RequestContext,
  { target, ...terms }: Body,
): Promise<SeveralResult> {
  const stations = await targetStations(platform.db, context, target);
  const ids = stations.map(({ id }) => id);
  const given = new Set(await grantableStations(platform.db, context.actor, ids));
  if (given.size > 0)
    await createGrant(platform, context, { ...terms, object: { stationIds: [...given] }, commands: false });
  return judgeEach(platform, context, {
    stations,
    judge: async () => context,
    act: async (id) => {
      if (given.has(id)) return 'done';
      const isSeen = stations.find((station) => station.id === id)?.name !== null;
      throw isSeen ? new AppError('noDataPermission') : new AppError('stationNotFound', { id });
    },
  });
}
