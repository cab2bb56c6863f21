import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { mayGrantStation } from './granting-scope.ts';

/** Those of the stations that the actor may grant. */
export async function grantableStations(db: Db, actor: Actor, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('stations')
    .select('id')
    .where('id', 'in', ids)
    .where(mayGrantStation(actor))
    .execute();
  return rows.map(({ id }) => id);
}
