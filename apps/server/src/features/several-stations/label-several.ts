import type { RouteRequest, routes, SeveralResult } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { addAndRemove } from '../labels/index.ts';
import { labelStations } from '../stations/index.ts';
import { judgeEach, type Judge } from './judge-each.ts';
import { targetStations } from './target-stations.ts';

type Body = RouteRequest<(typeof routes)['labelSeveralStations']>['body'];

/** Adds labels to stations and takes others away. Throws AppError as `targetStations` does. */
export async function labelSeveral(
  platform: Pick<Platform, 'db' | 'text' | 'log' | 'clock'>,
  context: RequestContext,
  { target, ...change }: Body,
  judge: Judge,
): Promise<SeveralResult> {
  const stations = await targetStations(platform.db, context, target);
  return judgeEach(platform, context, {
    stations,
    judge,
    act: async (id, now) =>
      (await labelStations(platform, now, { ids: [id], ...addAndRemove(change) })) > 0 ? 'done' : 'unchanged',
  });
}
