import type { Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import {
  freeDevice,
  keepFromNow,
  leaveCards,
  NO_SECRET,
  renewSecret,
  requireDeviceRoom,
  type Renewer,
} from '../devices/index.ts';
import { requireStation } from '../stations/index.ts';
import type { DisputeRow } from './require-open.ts';
import { tellClaimant } from './tell-claimant.ts';

/**
 * Moves a disputed device to the station of the claimant, as if it had been unbound and bound again. The secret of the holder ends at once. Where
 * the claimant showed the claim code of a device that is refused, that device gets in and is handed its new secret; otherwise the claimant
 * renews the secret on the device's page and types it in. Answers the organisation that it came into. Throws AppError: deviceNotFound (nobody has
 * it), stationNotFound (the claimant may add devices there no longer), tooManyDevices.
 */
export async function transferDevice(
  trx: Transaction<Tables>,
  renewer: Renewer,
  dispute: DisputeRow,
): Promise<number> {
  const { platform } = renewer;
  const { sn, stationId } = dispute;
  const deviceId = dispute.deviceId ?? 0;
  const device = await trx
    .selectFrom('devices')
    .select(['stationId', 'organisationId'])
    .where('id', '=', deviceId)
    // Nobody claimed another one that came into its place.
    .where('sn', '=', sn)
    .forUpdate()
    .executeTakeFirst();
  if (!device) throw new AppError('deviceNotFound', { id: sn });
  const { organisationId } = await claimedFor(trx, dispute, platform.clock.now());
  await requireDeviceRoom(trx, organisationId);
  const contender = await contenderOf(trx, dispute);
  const devices = await freeDevice(trx, platform, { deviceId, sn });
  await keepFromNow(trx, deviceId, platform.clock.now());
  // The contender's secret takes the place of the holder's, which ends.
  const home = { stationId, organisationId, blockedAt: null, ...NO_SECRET, ...contender };
  await trx.updateTable('devices').set(home).where('id', '=', deviceId).execute();
  await leaveCards(trx, { deviceIds: [deviceId], from: device.organisationId, to: organisationId });
  await renewSecret(trx, renewer, deviceId, { why: 'bound', overlap: contender !== undefined });
  await trx.deleteFrom('deviceContenders').where('deviceId', '=', deviceId).execute();
  await tellClaimant(trx, platform, { dispute, template: 'disputeWon' });
  const stations = device.stationId === null ? [stationId] : [stationId, device.stationId];
  await announceChange(trx, { devices, stations });
  return organisationId;
}

/**
 * The station that the device was claimed for, held until the transaction ends. Somebody who has left it since, as by selling it, puts nothing
 * into it any more.
 */
async function claimedFor(trx: Transaction<Tables>, { claimantId, stationId }: DisputeRow, at: number) {
  const claimant = await findUserActor(trx, { userId: claimantId, at });
  if (!claimant) throw new AppError('stationNotFound', { id: stationId });
  await trx.selectFrom('stations').select('id').where('id', '=', stationId).forShare().execute();
  return requireStation(trx, claimant, stationId, 'devices.create');
}

/** The secret of the device that the claimant stands before, where it is known. */
async function contenderOf(trx: Transaction<Tables>, { contenderId, proof }: DisputeRow) {
  if (proof !== 'contender' || contenderId === null) return undefined;
  return trx
    .selectFrom('deviceContenders')
    .select(['secretHash', 'secretSalt', 'claimHash', 'claimSalt'])
    .where('id', '=', contenderId)
    .executeTakeFirst();
}
