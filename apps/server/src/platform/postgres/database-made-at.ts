import { sql } from 'kysely';
import type { Db } from './client.ts';

/** When the tables of this installation were first made, epoch milliseconds; a restore brings that time along. */
export async function databaseMadeAt(db: Db): Promise<number> {
  const { rows } = await sql<{ at: Date }>`SELECT min(applied_at) AS at FROM schema_migrations`.execute(db);
  return rows[0]!.at.getTime();
}
