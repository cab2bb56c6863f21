import { sql } from 'kysely';
import type { Db } from '../src/platform/postgres/client.ts';

/** How many rows of a table work read, or as `scans` how often it looked into it, as the database counts that within a transaction. */
export async function rowsRead(
  db: Db,
  { table, scans = false }: { table: string; scans?: boolean },
  work: (trx: Db) => Promise<unknown>,
): Promise<number> {
  const counted = scans ? sql`seq_scan + idx_scan` : sql`seq_tup_read + idx_tup_fetch`;
  return db.transaction().execute(async (trx) => {
    const read = async () =>
      Number(
        (
          await sql<{
            n: number;
          }>`SELECT ${counted} AS n FROM pg_stat_xact_user_tables WHERE relname = ${table}`.execute(trx)
        ).rows[0]!.n,
      );
    const before = await read();
    await work(trx);
    return (await read()) - before;
  });
}
