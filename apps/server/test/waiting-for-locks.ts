import type { TestPlatform } from './harness.ts';

/** How many connections wait for a lock in the database of this file. */
export async function waitingForLocks({ pool }: Pick<TestPlatform, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(DISTINCT pid)::int AS n FROM pg_locks WHERE NOT granted
      AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
  );
  return rows[0]!.n;
}
