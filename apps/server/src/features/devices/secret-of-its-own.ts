import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { renewSecret, type Renewer } from './renew-secret.ts';

/**
 * A device that leaves the logger which spoke for it speaks for itself from now on. Without a secret whoever comes first with its serial number would be it, so it
 * gets one, which is answered; empty where it has one already.
 */
export async function secretOfItsOwn(
  trx: Transaction<Tables>,
  renewer: Renewer,
  deviceId: number,
): Promise<string> {
  const { secretHash, kind } = await trx
    .selectFrom('devices')
    .select(['secretHash', 'kind'])
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
  if (secretHash !== null || kind === 'logger') return '';
  return renewSecret(trx, renewer, deviceId, { why: 'bound', overlap: false });
}
