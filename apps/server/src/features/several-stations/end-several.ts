import type { RouteRequest, routes, SeveralResult } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import type { Platform } from '../../platform/platform.ts';
import { endStation } from '../ended-stations/index.ts';
import { judgeEach } from './judge-each.ts';
import { targetStations } from './target-stations.ts';

type Body = RouteRequest<(typeof routes)['endSeveralStations']>['body'];

/** Ends stations once their number was typed. Throws AppError: invalidInput (another number), and as `targetStations` does. */
export async function endSeveral(
  platform: Pick<Platform, 'db' | 'clock' | 'text' | 'log'>,
  context: RequestContext,
  { target, typed }: Body,
): Promise<SeveralResult> {
  const stations = await targetStations(platform.db, context, target);
  if (typed !== stations.length)
    throw brokenRule({ ...context, text: platform.text }, 'body.typed', 'numberDiffers');
  const names = new Map(stations.map(({ id, name }) => [id, name ?? '']));
  return judgeEach(platform, context, {
    stations,
    act: async (id) =>
      (await endStation(platform, context, { id, name: names.get(id)! })).ended ? 'done' : 'waits',
  });
}
