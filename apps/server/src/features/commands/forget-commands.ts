import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

const DAY_MS = 86_400_000;
/** Rows of one statement, so that none holds locks for long. */
const AT_ONCE = 10_000;

/** Forgets commands and their answers after their days. */
export async function forgetCommands({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - LIMITS.commandDays * DAY_MS);
  for (;;) {
    const { numAffectedRows = 0n } = await sql`DELETE FROM commands WHERE id = ANY(ARRAY(
      SELECT id FROM commands WHERE at < ${before} ORDER BY at LIMIT ${AT_ONCE}))`.execute(db);
    if (numAffectedRows < AT_ONCE) return;
  }
}
