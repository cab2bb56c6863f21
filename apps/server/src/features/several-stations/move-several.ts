import type { RouteRequest, routes, SeveralResult } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeInstaller } from '../grants/index.ts';
import { judgeEach, type Judge } from './judge-each.ts';
import { targetStations } from './target-stations.ts';

type Body = RouteRequest<(typeof routes)['moveSeveralStations']>['body'];

/** Moves stations to another organisation, or offers them to it where it has to agree. Throws AppError as `targetStations` does. */
export async function moveSeveral(
  platform: Pick<Platform, 'db' | 'clock' | 'config' | 'text' | 'log'>,
  context: RequestContext,
  { target, organisationCode }: Body,
  judge: Judge,
): Promise<SeveralResult> {
  const stations = await targetStations(platform.db, context, target);
  return judgeEach(platform, context, {
    stations,
    judge,
    act: async (stationId, now) =>
      (await changeInstaller(platform, now, { stationId, organisationCode })) === null ? 'done' : 'waits',
  });
}
