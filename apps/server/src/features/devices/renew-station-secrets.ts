import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { doubtLoggers } from './doubt-loggers.ts';
import { renewProven } from './renew-proven.ts';
import type { Renewer } from './renew-secret.ts';

/**
 * Takes the devices of a station from whoever owned it before: each that has a secret gets a new one over its own connection, and the
 * connections of its loggers are doubted. What was revoked stays so. Answers the devices that changed, which the caller announces.
 */
export async function renewStationSecrets(
  trx: Transaction<Tables>,
  renewer: Renewer,
  stationId: number,
): Promise<number[]> {
  const devices = await trx
    .selectFrom('devices')
    .select(['id', 'kind'])
    .where('stationId', '=', stationId)
    .orderBy('id')
    .execute();
  const ids = devices.map(({ id }) => id);
  const renewed = await renewProven(trx, renewer, ids, 'ownerChanged');
  await doubtLoggers(trx, ids);
  return devices.filter(({ id, kind }) => kind === 'logger' || renewed.has(id)).map(({ id }) => id);
}
