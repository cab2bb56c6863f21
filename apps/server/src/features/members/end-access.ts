import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/** Ends every session of an account, and the logins that wait for a second factor. */
export async function endSessions(trx: Transaction<Tables>, userId: number): Promise<void> {
  await trx.deleteFrom('sessions').where('userId', '=', userId).execute();
  await trx.deleteFrom('loginTickets').where('userId', '=', userId).execute();
}

/** Ends every session and every API key of an account. */
export async function endAccess(trx: Transaction<Tables>, userId: number): Promise<void> {
  await endSessions(trx, userId);
  await trx.deleteFrom('apiKeys').where('userId', '=', userId).execute();
}
