import type { DisputeProof } from '@sunfleet/contract';
import type { Selectable, Transaction } from 'kysely';
import type { DeviceContendersTable } from '../../platform/postgres/tables/devices.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { isClaimCode } from './claim-code.ts';

interface Proven {
  proof: DisputeProof;
  contender?: Selectable<DeviceContendersTable>;
}

/** What a claim code says about a device: it is the one that signs in, one that is refused, or neither. */
export async function proofOfClaim(
  trx: Transaction<Tables>,
  deviceId: number,
  claimCode: string,
): Promise<Proven> {
  const device = await trx
    .selectFrom('devices')
    .select(['secretSalt', 'claimHash', 'claimSalt'])
    .where('id', '=', deviceId)
    .executeTakeFirst();
  if (device && isClaimCode(claimCode, device)) return { proof: 'device' };
  const contender = await findContender(trx, deviceId, claimCode);
  return contender ? { proof: 'contender', contender } : { proof: 'none' };
}

/** Who was refused as this device and shows this claim code. */
export async function findContender(
  trx: Transaction<Tables>,
  deviceId: number,
  claimCode: string,
): Promise<Selectable<DeviceContendersTable> | undefined> {
  const all = await trx.selectFrom('deviceContenders').selectAll().where('deviceId', '=', deviceId).execute();
  return all.find((one) => isClaimCode(claimCode, one));
}
