import { sql } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { NO_OLD_SECRET, type StoredSecret } from '../devices/index.ts';
import { heldInOrder } from './held-in-order.ts';

/** Ends the secret of before, because the device has used the new one. */
export async function endOldSecret(db: Db, deviceId: number, secret: StoredSecret): Promise<void> {
  const isEnded = await db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('devices')
      .set(NO_OLD_SECRET)
      .where('id', '=', deviceId)
      .where('secretHash', '=', secret.secretHash)
      .where('oldSecretHash', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (ended) await announceChange(trx, { devices: [deviceId] });
    return ended !== undefined;
  });
  // It was renewed meanwhile: what the device has used is the one of before by now.
  if (!isEnded) await endEarlierSecret(db, deviceId, secret);
}

/** Ends the last secret that a device proved before the one of before, because that one has arrived. */
export async function endEarlierSecret(
  db: Db,
  deviceId: number,
  { secretHash }: StoredSecret,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('devices')
      .set({ earlierSecretHash: null, earlierSecretSalt: null })
      .where('id', '=', deviceId)
      .where('oldSecretHash', '=', secretHash)
      .where('earlierSecretHash', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (ended) await announceChange(trx, { devices: [deviceId] });
  });
}

interface HandTo {
  deviceId: number;
  /** The new one. */
  secret: StoredSecret;
  network: string;
}

/** Notes which network gets the new secret. False: another one has it, or it is not to be handed over any more. */
export async function handTo(db: Db, { deviceId, secret, network }: HandTo): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('devices')
      .select('secretHandedTo')
      .where('id', '=', deviceId)
      .where('secretHash', '=', secret.secretHash)
      .where('pendingSecret', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    if (row.secretHandedTo !== null) return row.secretHandedTo === network;
    await trx.updateTable('devices').set({ secretHandedTo: network }).where('id', '=', deviceId).execute();
    await announceChange(trx, { devices: [deviceId] });
    return true;
  });
}

/** The device keeps its new secret, so that nobody needs to read it again. */
export async function forgetPending(db: Db, deviceId: number, { secretHash }: StoredSecret): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('devices')
      .set({ pendingSecret: null })
      .where('id', '=', deviceId)
      .where('secretHash', '=', secretHash)
      .execute();
    await announceChange(trx, { devices: [deviceId] });
  });
}

/** Counts sign-ins that were refused; a device that was refused several times stands in the list as often. */
export async function noteRefusals(db: Db, deviceIds: readonly number[], now: Date): Promise<void> {
  await sql`
    UPDATE devices SET secret_refusals = least(secret_refusals::bigint + tries.count, 1000000000), secret_refused_at = ${now}
    FROM (SELECT id, count(*) FROM unnest(${[...deviceIds]}::bigint[]) AS id GROUP BY id) AS tries
    WHERE devices.id IN ${heldInOrder(deviceIds)} AND devices.id = tries.id`.execute(db);
}
