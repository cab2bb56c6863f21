import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { paidBy, type Payer } from './payer.ts';

/**
 * Forgets the oldest imports of a payer that are over, beyond those that are kept: each holds a mapping of up to a thousand columns, so that
 * whoever starts them without end would fill the store. People have equal shares of those that are kept, so that a customer who starts very many makes few of others
 * forgotten, which could not be taken back then. A job forgets what they wrote. The audit log still names them.
 */
export async function dropOldImports(trx: Db, payer: Payer): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM imports WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY id DESC) AS own
          FROM imports WHERE state NOT IN ('checking', 'importing', 'undoing') AND ${paidBy(payer)}) AS over
      ORDER BY own, id DESC OFFSET ${LIMITS.importsKept})
    RETURNING id`.execute(trx);
  for (const { id: importId } of rows) await addJob(trx, 'imports.forget', { importId });
}
