import type { StationDesign } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { requireStation } from '../stations/index.ts';

/** The arrays of a station, by version; none where it is not configured. Throws AppError `stationNotFound`. */
export async function stationDesignOf(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  id: number,
): Promise<StationDesign> {
  await requireStation(db, actor, id, 'stations.view');
  return readDesign(db, id);
}

export async function readDesign(db: Db, id: number): Promise<StationDesign> {
  const row = await db
    .selectFrom('stationDesigns')
    .select(['versions', 'revision'])
    .where('stationId', '=', id)
    .executeTakeFirst();
  return row ?? { versions: [], revision: 0 };
}
