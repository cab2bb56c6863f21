import { sql, type Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { isDeviceSecret, storeShownSecret, tellContended } from '../devices/index.ts';

/**
 * Contenders of one device: of one network, and in all. Those that came first stay, one of each network before a second one: otherwise a stranger
 * would push the real device out by a few more tries.
 */
const PER_NETWORK_OF_DEVICE = 3;
const PER_DEVICE = 10;
/** Contenders of one network over all devices. */
const PER_NETWORK = 200;

export interface SeenContender {
  deviceId: number;
  sn: string;
  secret: string;
  network: string | null;
}

/** Keeps a contender of a device, or that it was seen again, and tells who registered the device. */
export async function keepContender(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  seen: SeenContender,
): Promise<void> {
  const now = new Date(clock.now());
  await db.transaction().execute(async (trx) => {
    const { deviceId, sn, secret, network } = seen;
    const device = await trx
      .selectFrom('devices')
      .select('id')
      .where('id', '=', deviceId)
      .forUpdate()
      .executeTakeFirst();
    if (!device) return;
    const known = await trx
      .selectFrom('deviceContenders')
      .select(['id', 'secretHash', 'secretSalt'])
      .where('deviceId', '=', deviceId)
      .execute();
    await tellContended(trx, { clock }, { deviceId, first: known.length === 0 });
    const same = known.find((one) => isDeviceSecret(secret, one));
    if (same) {
      const again = { lastSeenAt: now, network };
      await trx.updateTable('deviceContenders').set(again).where('id', '=', same.id).execute();
      return;
    }
    const times = { firstSeenAt: now, lastSeenAt: now };
    await trx
      .insertInto('deviceContenders')
      .values({ deviceId, network, ...storeShownSecret(sn, secret), ...times })
      .execute();
    await dropOldest(trx, seen);
  });
}

async function dropOldest(trx: Transaction<Tables>, { deviceId, network }: SeenContender): Promise<void> {
  await sql`
    DELETE FROM device_contenders WHERE id IN (
      SELECT id FROM (
        SELECT id, of_network, row_number() OVER (ORDER BY of_network, first_seen_at, id) AS of_device
        FROM (
          SELECT id, first_seen_at, row_number() OVER (PARTITION BY network ORDER BY first_seen_at, id) AS of_network
          FROM device_contenders WHERE device_id = ${deviceId}
        ) AS of_networks
      ) AS ranked WHERE of_device > ${PER_DEVICE} OR of_network > ${PER_NETWORK_OF_DEVICE})`.execute(trx);
  if (network === null) return;
  await sql`
    DELETE FROM device_contenders WHERE id IN (
      SELECT id FROM device_contenders WHERE network = ${network}
      ORDER BY last_seen_at DESC, id DESC OFFSET ${PER_NETWORK})`.execute(trx);
}
