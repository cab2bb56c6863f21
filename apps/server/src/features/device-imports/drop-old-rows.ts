import { LIMITS } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';

/**
 * Forgets what tables that are over say of devices that were not added, beyond so many rows of an organisation's newest ones: a row takes 1.5 kB, and tables are kept for
 * a month. Of each person as many stay as one table may have, so that tables of one make nobody else forget theirs. Devices that were added stay with their secrets.
 */
export async function dropOldRows(
  trx: Db,
  { organisationId, userId }: Pick<Actor, 'organisationId' | 'userId'>,
): Promise<void> {
  const own =
    organisationId === null
      ? sql<SqlBool>`one.organisation_id IS NULL AND one.user_id = ${userId}`
      : sql<SqlBool>`one.organisation_id = ${organisationId}`;
  await sql`
    DELETE FROM device_import_rows WHERE state <> 'added' AND import_id IN (
      SELECT id FROM (
        SELECT one.id, sum(rows.n) OVER (ORDER BY one.id DESC) AS newest,
               sum(rows.n) OVER (PARTITION BY one.user_id ORDER BY one.id DESC) AS own
          FROM device_imports one CROSS JOIN LATERAL (
            SELECT count(*) AS n FROM device_import_rows WHERE import_id = one.id AND state <> 'added') rows
         WHERE one.state = 'ended' AND ${own}) counted
       WHERE newest > ${LIMITS.deviceImportRowsKept} AND own > ${LIMITS.devicesPerImport})`.execute(trx);
}
