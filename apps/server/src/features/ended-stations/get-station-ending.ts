import { LIMITS, type StationEnding } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireStation } from '../stations/index.ts';
import { needsTwo } from './needs-two.ts';
import { readObstacles } from './read-obstacles.ts';

/** What stands against ending a station, and who has asked for it. Throws AppError `stationNotFound`. */
export async function getStationEnding(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<StationEnding> {
  await requireStation(db, actor, id, 'stations.delete');
  const now = clock.now();
  const [{ devices }, asked, open, byTwo] = await Promise.all([
    db
      .selectFrom('devices')
      .select((eb) => eb.fn.countAll<number>().as('devices'))
      .where('stationId', '=', id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('stations')
      .leftJoin('users', 'users.id', 'stations.endingAskedBy')
      .select(['stations.endingAskedAt', 'stations.endingAskedBy', 'users.name'])
      .where('stations.id', '=', id)
      .where('stations.endingAskedAt', '>', new Date(now - LIMITS.endingAskedMs))
      .executeTakeFirst(),
    readObstacles(db, { stationId: id, now }),
    needsTwo(db, { id, now }),
  ]);
  const isAsked = byTwo && asked?.endingAskedAt;
  return {
    devices,
    open,
    byTwo,
    asked: isAsked
      ? {
          by: asked.name,
          at: isAsked.getTime(),
          own: actor.userId !== null && asked.endingAskedBy === actor.userId,
        }
      : null,
  };
}
