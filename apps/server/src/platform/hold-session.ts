import type { Transaction } from 'kysely';
import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';
import type { Tables } from './postgres/tables.ts';

/**
 * Locks the session of a request while the request makes another way into the account (a passkey, an API key, a password, a contact). Whoever ends
 * the sessions waits for it and finds what it made. The account is locked before its session, and logins that wait for a second factor too, everywhere
 * in this order, so that nobody waits in a circle. Throws AppError `unauthorised` where the session ended meanwhile.
 */
export async function holdSession(
  trx: Transaction<Tables>,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
  const held = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .forShare()
    .executeTakeFirst();
  if (!held) throw new AppError('unauthorised');
}
