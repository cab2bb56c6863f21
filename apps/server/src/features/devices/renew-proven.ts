import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { renewSecret, type RenewalReason, type Renewer } from './renew-secret.ts';

/**
 * Gives each of the devices that proves itself by a secret a new one over its own connection, and answers them by device. What was revoked stays so.
 */
export async function renewProven(
  trx: Transaction<Tables>,
  renewer: Renewer,
  deviceIds: readonly number[],
  why: RenewalReason,
): Promise<Map<number, string>> {
  const proven = await trx
    .selectFrom('devices')
    .select('id')
    .where('id', '=', sql<number>`ANY(${[...deviceIds]})`)
    .where('secretHash', 'is not', null)
    .where('secretRevokedAt', 'is', null)
    .orderBy('id')
    .execute();
  const renewed = new Map<number, string>();
  for (const { id } of proven) renewed.set(id, await renewSecret(trx, renewer, id, { why, overlap: true }));
  return renewed;
}
