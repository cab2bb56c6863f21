import type { RouteRequest, routes, SeveralResult } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { endStation } from '../ended-stations/index.ts';
import { judgeEach, type Judge } from './judge-each.ts';
import { digestOf } from './name-several.ts';
import { targetStations } from './target-stations.ts';

type Body = RouteRequest<(typeof routes)['endSeveralStations']>['body'];

/**
 * Ends stations once their number was typed, as long as they are those that the person was shown. Throws AppError: invalidInput (another number),
 * targetChanged, and as `targetStations` does.
 */
export async function endSeveral(
  platform: Pick<Platform, 'db' | 'clock' | 'text' | 'log'>,
  context: RequestContext,
  { target, typed, digest }: Body,
  judge: Judge,
): Promise<SeveralResult> {
  const stations = await targetStations(platform.db, context, target);
  if (typed !== stations.length)
    throw brokenRule({ ...context, text: platform.text }, 'body.typed', 'numberDiffers');
  if (digestOf(stations) !== digest) throw new AppError('targetChanged', { count: stations.length });
  const names = new Map(stations.map(({ id, name }) => [id, name ?? '']));
  return judgeEach(platform, context, {
    stations,
    judge,
    act: async (id, now) =>
      (await endStation(platform, now, { id, name: names.get(id)! })).ended ? 'done' : 'waits',
  });
}
