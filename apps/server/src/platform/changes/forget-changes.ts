import { sql } from 'kysely';
import type { Db } from '../postgres/client.ts';

/** Drops changes that every server has read long ago. A server that was away for longer loads everything from the stores at its start. */
export async function forgetChanges(db: Db): Promise<void> {
  await db
    .deleteFrom('changes')
    .where('at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
