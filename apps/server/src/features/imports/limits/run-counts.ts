import type { Db } from '../../../platform/postgres/client.ts';
import { sql } from 'kysely';

/** Runs of one import that may break off with their process before it is given up. */
export const MOST_BROKEN_RUNS = 3;

/** Counts runs of imports that began and came to no end. The count is stored, because the process that counts may be the one that dies. */
export interface RunCounts {
  /** Counts a run that begins; answers how many before it broke off. */
  begin(id: number): Promise<number>;
  /** Takes a run back that came to an end, whatever it was. */
  end(id: number): Promise<void>;
}

export function createRunCounts(db: Db): RunCounts {
  /** Runs that ended while the store could not be reached; taken back when the next one begins. */
  const owed = new Map<number, number>();
  return {
    async begin(id) {
      const back = owed.get(id) ?? 0;
      const { rows } = await sql<{ broken: number }>`
        UPDATE imports SET broken_runs = GREATEST(broken_runs - ${back}, 0) + 1 WHERE id = ${id} RETURNING broken_runs AS broken`.execute(
        db,
      );
      owed.delete(id);
      return (rows[0]?.broken ?? 1) - 1;
    },
    async end(id) {
      try {
        await sql`UPDATE imports SET broken_runs = GREATEST(broken_runs - 1, 0) WHERE id = ${id}`.execute(db);
      } catch {
        owed.set(id, (owed.get(id) ?? 0) + 1);
      }
    },
  };
}
