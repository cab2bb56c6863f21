import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';

/** Ids of the stations that the person marked, also of those that it can no longer see: callers read them within the scope. */
export async function ownFavourites(db: Db, { userId }: Pick<Actor, 'userId'>): Promise<number[]> {
  if (userId === null) return [];
  const rows = await db.selectFrom('favourites').select('stationId').where('userId', '=', userId).execute();
  return rows.map(({ stationId }) => stationId);
}
