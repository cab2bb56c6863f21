import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { inTime } from '../../platform/postgres/in-time.ts';

/** A source that says nothing for this long is gone. */
export const SOURCE_LEASE_MS = 6000;

/** A server that stores samples. Times are epoch milliseconds. */
export interface FactSource {
  id: string;
  /** What it stored from then on may be unheard of. */
  unheardSince: number;
  /** It has said so lately. */
  isAlive: boolean;
}

export async function addSource(
  db: Db,
  { id, server, unheardSince }: { id: string; server: string; unheardSince: number },
): Promise<void> {
  await db
    .insertInto('factSources')
    .values({ id, server, aliveUntil: inTime(SOURCE_LEASE_MS), unheardSince: new Date(unheardSince) })
    .execute();
}

/** False: it was held to be gone, and others count on no word of it any more. */
export async function renewSource(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('factSources')
    .set({ aliveUntil: inTime(SOURCE_LEASE_MS) })
    .where('id', '=', id)
    .where('aliveUntil', '>=', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeSource(db: Db, id: string): Promise<void> {
  await db.deleteFrom('factSources').where('id', '=', id).execute();
}

export async function readSources(db: Db): Promise<FactSource[]> {
  const rows = await db
    .selectFrom('factSources')
    .select(['id', 'unheardSince', sql<boolean>`alive_until >= now()`.as('isAlive')])
    .execute();
  return rows.map((row) => ({ ...row, unheardSince: row.unheardSince.getTime() }));
}

/** Sources that are gone for longer than anybody may still have to hear of. */
export async function forgetSources(db: Db): Promise<void> {
  await db
    .deleteFrom('factSources')
    .where('aliveUntil', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}
