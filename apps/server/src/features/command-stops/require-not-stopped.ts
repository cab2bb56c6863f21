import { sql, type Transaction } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { leavesStop } from './stop-condition.ts';
import { holdStops } from './stop-lock.ts';

/** A station or device that goes from one organisation to another. Null: to none. */
export interface Leaving {
  from: number | null;
  to: number | null;
}

/**
 * Refuses that something leaves an organisation of which the platform stopped commands: it would be commanded again where it goes. Who runs the platform may
 * take it out; a job of the server may not. It is the last step of a transaction, because a stop is kept waiting from then on: either it comes first and
 * is found here, or what leaves has left before. Throws AppError `commandsStopped`.
 */
export async function requireNotStopped(
  trx: Transaction<Tables>,
  actor: Actor,
  leaving: Leaving,
): Promise<void> {
  if (leaving.from === null || leaving.from === leaving.to) return;
  await holdStops(trx);
  await refuseLeaving(trx, actor, leaving);
}

/** The same by what stands now, before much is done for nothing. Throws AppError `commandsStopped`. */
export async function refuseLeaving(db: Db, actor: Actor, { from, to }: Leaving): Promise<void> {
  if (from === null || from === to) return;
  if (actor.kind !== 'system' && may(actor, 'platform.manage')) return;
  const { rows } = await sql<{ leaves: boolean }>`
    SELECT ${leavesStop(sql`${from}::bigint`, sql`${to}::bigint`)} AS leaves`.execute(db);
  if (rows[0]!.leaves) throw new AppError('commandsStopped');
}

/** Whether work of the server failed because something would leave what the platform stopped. It is done once the stop is lifted. */
export const isHeldByStop = (error: unknown): boolean =>
  error instanceof AppError && error.key === 'commandsStopped';
