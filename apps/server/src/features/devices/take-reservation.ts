import { sql, type Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { stationScope } from '../scope/index.ts';
import type { StoredClaim } from './claim-code.ts';
import type { StoredSecret } from './device-secret.ts';
import type { Renewer } from './renew-secret.ts';
import { findContender } from './proof-of-claim.ts';
import { mayBeTaken, RESERVED_MS, reservations } from './reservation.ts';
import { tellHolder } from './tell-holder.ts';

export interface Taken {
  /** What the device signs in with and shows. */
  stored: StoredSecret & StoredClaim;
  /** The registration that is gone, and what hung on it. */
  gone: readonly number[];
  stationId: number | null;
}

/**
 * Gives up the registration of a serial number whose device never came, for a person who shows the claim code of a device that did come and was
 * refused, because it has a secret of its own. One's own registration at once, that of others three days after that device came and after its
 * holder heard of one (`tell-contended.ts`), unless the holder kept it: otherwise a stranger could take what an owner registered long before
 * the device is connected, by a secret that the stranger made up. Undefined where nothing is given up.
 */
export async function takeReservation(
  trx: Transaction<Tables>,
  { platform, context }: Renewer,
  { sn, claimCode }: { sn: string; claimCode: string },
): Promise<Taken | undefined> {
  const reserved = await reservations(trx).where('devices.sn', '=', sn).executeTakeFirst();
  if (!reserved) return undefined;
  const { id: deviceId, stationId } = reserved;
  const own = await isOwn(trx, context.actor, stationId);
  const before = platform.clock.now() - RESERVED_MS;
  if (!own && !(mayBeTaken(reserved) && isOlder(reserved.contendedAt, before))) return undefined;
  const contender = await findContender(trx, deviceId, claimCode);
  if (!contender || !(own || isOlder(contender.firstSeenAt, before))) return undefined;
  if (!own) await tellHolder(trx, platform, { template: 'reservationTaken', deviceId, sn });
  await writeAudit(trx, context, {
    action: 'devices.giveUp',
    objectType: 'device',
    objectId: deviceId,
    stationId,
    organisationId: reserved.organisationId,
    before: { sn, stationId },
  });
  const left = await trx
    .updateTable('devices')
    .set({ parentId: null })
    .where('parentId', '=', deviceId)
    .returning('id')
    .execute();
  await trx.deleteFrom('alarms').where('deviceId', '=', deviceId).execute();
  await trx.deleteFrom('devices').where('id', '=', deviceId).execute();
  const { secretHash, secretSalt, claimHash, claimSalt } = contender;
  const stored = { secretHash, secretSalt, claimHash, claimSalt };
  return { stored, gone: [deviceId, ...left.map(({ id }) => id)], stationId };
}

const isOlder = (at: Date | null, than: number): boolean => at !== null && at.getTime() <= than;

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
