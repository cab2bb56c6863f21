import type { RouteRequest, routes, SeveralResult } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { favouriteStation } from '../stations/index.ts';
import { judgeEach, type Judge } from './judge-each.ts';
import { targetStations } from './target-stations.ts';

type Body = RouteRequest<(typeof routes)['favouriteSeveralStations']>['body'];

/** Marks stations as favourites of the caller, or takes the marks away. Throws AppError as `targetStations` does. */
export async function favouriteSeveral(
  platform: Pick<Platform, 'db' | 'text' | 'log'>,
  context: RequestContext,
  { target, favourite }: Body,
  judge: Judge,
): Promise<SeveralResult> {
  const stations = await targetStations(platform.db, context, target);
  return judgeEach(platform, context, {
    stations,
    judge,
    act: async (id, now) =>
      (await favouriteStation(platform, now, { id, favourite })) ? 'done' : 'unchanged',
  });
}
