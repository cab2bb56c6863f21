import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import { paidBy, type Payer } from './payer.ts';

/**
 * Forgets the oldest imports of a payer that are over, beyond those that are kept: each holds a mapping of up to a thousand columns, so that
 * whoever starts them without end would fill the store. The audit log still names them.
 */
export async function dropOldImports(trx: Db, payer: Payer): Promise<void> {
  await sql`
    DELETE FROM imports WHERE id IN (
      SELECT id FROM imports WHERE state NOT IN ('checking', 'importing', 'undoing') AND ${paidBy(payer)}
      ORDER BY id DESC OFFSET ${LIMITS.importsKept})`.execute(trx);
}
