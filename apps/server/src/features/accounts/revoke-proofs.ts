import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/** What a reset ended, for the audit log. */
export interface RevokedProofs {
  apiKeys: { name: string; prefix: string }[];
  /** Names of passkeys. */
  passkeys: string[];
}

/**
 * Takes from an account whatever opens it besides password and second factor: API keys and passkeys. A password is reset where
 * somebody else may have used the account and made keys for themselves. Call it after `endSessionsOf`, which waits for a session
 * that is making a key at this moment.
 */
export async function revokeProofs(trx: Transaction<Tables>, userId: number): Promise<RevokedProofs> {
  await trx.deleteFrom('passkeyCeremonies').where('userId', '=', userId).execute();
  const apiKeys = await revokeApiKeys(trx, userId);
  const passkeys = await trx.deleteFrom('passkeys').where('userId', '=', userId).returning('name').execute();
  return { apiKeys, passkeys: passkeys.map(({ name }) => name) };
}

/** Ends every API key of an account; answers how they are known again, for the audit log. */
export function revokeApiKeys(trx: Transaction<Tables>, userId: number): Promise<RevokedProofs['apiKeys']> {
  return trx.deleteFrom('apiKeys').where('userId', '=', userId).returning(['name', 'prefix']).execute();
}
