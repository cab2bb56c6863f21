import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

const DAY_MS = 86_400_000;

/** Forgets secrets of imports that ended a day ago, tables that nobody started within a day, and old ones: the job `devices.forgetImports`. */
export async function forgetImports({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const dayAgo = new Date(clock.now() - DAY_MS);
  const longAgo = new Date(clock.now() - LIMITS.deviceImportDays * DAY_MS);
  await sql`
    UPDATE device_import_rows SET secret = NULL FROM device_imports one
     WHERE one.id = import_id AND one.state = 'ended' AND one.ended_at < ${dayAgo} AND secret IS NOT NULL`.execute(
    db,
  );
  await sql`
    DELETE FROM device_imports
     WHERE (state = 'checked' AND created_at < ${dayAgo}) OR (state = 'ended' AND ended_at < ${longAgo})`.execute(
    db,
  );
}
