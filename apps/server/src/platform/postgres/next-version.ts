import { sql } from 'kysely';
import type { Db } from './client.ts';

/** What computes rows of which the latest counts. */
export type Versioned = 'rollUps' | 'expectedPower';

/**
 * A version for rows in ClickHouse of which the one with the highest counts: the time (epoch milliseconds) where that goes on, and in any case higher than
 * every one that any server was given before. The clock alone would not do: one that is set back, with a start afterwards, gave rows that never counted.
 */
export async function nextVersion(db: Db, name: Versioned, now: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    INSERT INTO row_versions (name, last) VALUES (${name}, ${Math.ceil(now)})
    ON CONFLICT (name) DO UPDATE SET last = greatest(row_versions.last + 1, EXCLUDED.last) RETURNING last`.execute(
    db,
  );
  return rows[0]!.last;
}
