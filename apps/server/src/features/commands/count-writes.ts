import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

const DAY_MS = 86_400_000;

/** Writes that left for a device within the last 24 hours, whoever asked for them. */
export async function countWrites(db: Db, deviceId: number, now: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM commands
     WHERE device_id = ${deviceId} AND writes AND sent_at > ${new Date(now - DAY_MS)}`.execute(db);
  return rows[0]!.n;
}
