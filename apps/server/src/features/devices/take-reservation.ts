import { sql, type Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { stationScope } from '../scope/index.ts';
import type { StoredClaim } from './claim-code.ts';
import type { StoredSecret } from './device-secret.ts';
import type { Renewer } from './renew-secret.ts';
import { findContender } from './proof-of-claim.ts';
import { tellHolder } from './tell-holder.ts';

/** How long a serial number is kept for who registered it and whose device has not come yet. */
export const RESERVED_MS = 3 * 86_400_000;

export interface Taken {
  /** What the device signs in with and shows. */
  stored: StoredSecret & StoredClaim;
  /** The registration that is gone. */
  deviceId: number;
  stationId: number | null;
}

/**
 * Gives up the registration of a serial number whose device never came, for a person who shows the claim code of a device that did come and was
 * refused, because it has a secret of its own. One's own registration at once, that of others after three days: otherwise a stranger
 * could take what an owner registered in the evening and connects in the morning. Undefined where nothing is given up.
 */
export async function takeReservation(
  trx: Transaction<Tables>,
  { platform, context }: Renewer,
  { sn, claimCode }: { sn: string; claimCode: string },
): Promise<Taken | undefined> {
  const reserved = await findReservation(trx, sn);
  if (!reserved) return undefined;
  const { id: deviceId, stationId, createdAt } = reserved;
  const own = await isOwn(trx, context.actor, stationId);
  // A stick has no secret that it could show; whoever comes with one is no stick.
  if (!own && reserved.kind === 'logger') return undefined;
  if (!own && createdAt.getTime() > platform.clock.now() - RESERVED_MS) return undefined;
  const contender = await findContender(trx, deviceId, claimCode);
  if (!contender) return undefined;
  if (!own) await tellHolder(trx, platform, { template: 'reservationTaken', deviceId, sn, stationId });
  await writeAudit(trx, context, {
    action: 'devices.giveUp',
    objectType: 'device',
    objectId: deviceId,
    stationId,
    organisationId: reserved.organisationId,
    before: { sn, stationId },
  });
  await trx.updateTable('devices').set({ parentId: null }).where('parentId', '=', deviceId).execute();
  await trx.deleteFrom('alarms').where('deviceId', '=', deviceId).execute();
  await trx.deleteFrom('devices').where('id', '=', deviceId).execute();
  const { secretHash, secretSalt, claimHash, claimSalt } = contender;
  return { stored: { secretHash, secretSalt, claimHash, claimSalt }, deviceId, stationId };
}

/** A device that somebody registered with a secret, that nothing signed in as and of which nothing is stored. */
function findReservation(trx: Transaction<Tables>, sn: string) {
  return trx
    .selectFrom('devices')
    .leftJoin('deviceStates', 'deviceStates.deviceId', 'devices.id')
    .select(['devices.id', 'devices.stationId', 'devices.organisationId', 'devices.createdAt'])
    .select('devices.kind')
    .where('devices.sn', '=', sn)
    .where('devices.organisationId', 'is not', null)
    .where('devices.secretHash', 'is not', null)
    .where('devices.firstSeenAt', 'is', null)
    .where('deviceStates.lastDataAt', 'is', null)
    .forUpdate('devices')
    .executeTakeFirst();
}

async function isOwn(trx: Transaction<Tables>, actor: Actor, stationId: number | null): Promise<boolean> {
  if (stationId === null) return false;
  const station = await trx
    .selectFrom('stations')
    .select(sql<number>`1`.as('one'))
    .where('stations.id', '=', stationId)
    .where(stationScope(actor, 'devices.create'))
    .executeTakeFirst();
  return station !== undefined;
}
