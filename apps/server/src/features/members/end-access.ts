import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { endSessionsOf } from '../accounts/index.ts';

/** Ends every session and every API key of an account. */
export async function endAccess(trx: Transaction<Tables>, userId: number): Promise<void> {
  await endSessionsOf(trx, userId);
  await trx.deleteFrom('apiKeys').where('userId', '=', userId).execute();
}
