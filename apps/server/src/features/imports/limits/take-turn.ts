import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { leavesRoom } from '../../organisations/index.ts';
import { alsoElsewhere, paidBy, type Bringer } from './payer.ts';

/**
 * Takes a place in the queue of all imports; lower ones run first. A payer's first import stands beside the one that runs now, and each
 * further one behind the payer's own, so that payers take turns however many imports one of them adds. Call it in the transaction that adds
 * the import. A customer of an organisation leaves room to the others. Throws AppError `importsTooMany`.
 */
export async function takeTurn(trx: Db, payer: Bringer): Promise<number> {
  await holdTurns(trx);
  const { rows } = await sql<{ open: number; ofCustomer: number; own: number | null; first: number | null }>`
    SELECT count(*) FILTER (WHERE ${paidBy(payer)})::int AS open,
      count(*) FILTER (WHERE ${paidBy(payer)} AND user_id = ${payer.customerId}::bigint)::int AS of_customer,
      max(turn) FILTER (WHERE NOT is_long AND ${alsoElsewhere(payer)}) AS own,
      min(turn) FILTER (WHERE NOT is_long) AS first
    FROM imports WHERE state IN ('checking', 'importing')`.execute(trx);
  const { open, ofCustomer, own, first } = rows[0]!;
  const limit = LIMITS.importsOpen;
  if (open >= limit) throw new AppError('importsTooMany', { limit });
  if (!leavesRoom(payer.customerId, { most: limit, used: open, own: ofCustomer }, 1))
    throw new AppError('importsTooMany', { limit: open });
  return Math.max(first ?? 0, own === null ? 0 : own + 1);
}

/** Makes everybody else who begins an import, or takes one back, wait until the transaction ends. */
export async function holdTurns(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('imports.turn'))`.execute(trx);
}
