import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { doubtLoggers } from './doubt-loggers.ts';
import { renewSecret, type Renewer } from './renew-secret.ts';

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
    .select(['id', 'kind', 'secretHash', 'secretRevokedAt'])
    .where('stationId', '=', stationId)
    .orderBy('id')
    .execute();
  const proven = devices.filter(
    ({ secretHash, secretRevokedAt }) => secretHash !== null && secretRevokedAt === null,
  );
  for (const { id } of proven) await renewSecret(trx, renewer, id, { why: 'ownerChanged', overlap: true });
  await doubtLoggers(
    trx,
    devices.map(({ id }) => id),
  );
  const loggers = devices.filter(({ kind }) => kind === 'logger');
  return [...new Set([...proven, ...loggers].map(({ id }) => id))];
}
