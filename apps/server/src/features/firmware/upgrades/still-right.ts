import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { deviceScope } from '../../scope/index.ts';
import { authorisedFor } from '../firmware-scope.ts';

interface Begun {
  upgradeId: number;
  firmwareId: number;
  /** Who began the upgrade. */
  userId: number | null;
  deviceIds: readonly number[];
}

/** The same of several upgrades of one person with one firmware. */
interface BegunSeveral extends Pick<Begun, 'firmwareId' | 'userId' | 'deviceIds'> {
  upgradeIds: readonly number[];
}

/**
 * Condition on `devices` and `firmware_upgrade_devices` as `one`: the device is in the station in which somebody approved its upgrade, and no other one came
 * into its place since.
 */
export const isWhereItWas = sql<SqlBool>`(
  (one.station_id IS NULL OR devices.station_id IS NOT DISTINCT FROM one.station_id)
  AND NOT EXISTS (SELECT 1 FROM device_replacements AS since JOIN firmware_upgrades AS approved ON approved.id = one.upgrade_id
    WHERE since.device_id = devices.id AND since.replaced_at > approved.created_at))`;

/**
 * On which devices who began an upgrade may still put this firmware, it being authorised for whom they belong to now: they may have been unbound, moved or given away
 * since, also to another station of the same person, and a person may have lost the right.
 */
export async function stillRight(db: Db, { upgradeId, ...begun }: Begun, now: number): Promise<Set<number>> {
  const right = await stillRightInAll(db, { ...begun, upgradeIds: [upgradeId] }, now);
  return new Set(right.map(({ deviceId }) => deviceId));
}

/** The same in one question for many upgrades; answers which device of which upgrade it is. */
export async function stillRightInAll(
  db: Db,
  { upgradeIds, firmwareId, userId, deviceIds }: BegunSeveral,
  now: number,
): Promise<{ upgradeId: number; deviceId: number }[]> {
  const actor = deviceIds.length > 0 ? await findUserActor(db, { userId, at: now }) : undefined;
  if (!actor) return [];
  return db
    .selectFrom('devices')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .innerJoin('firmware', (join) => join.on('firmware.id', '=', firmwareId))
    .innerJoin('firmwareUpgradeDevices as one', 'one.deviceId', 'devices.id')
    .select(['one.upgradeId', 'one.deviceId'])
    .where(sql<SqlBool>`one.upgrade_id = ANY(${[...upgradeIds]}::bigint[])`)
    .where(sql<SqlBool>`devices.id = ANY(${[...deviceIds]}::bigint[])`)
    .where(isWhereItWas)
    .where(deviceScope(actor, 'firmware.upgrade'))
    .where(
      sql<boolean>`(firmware.state = 'inTest' OR ${authorisedFor(sql`coalesce(home.organisation_id, devices.organisation_id)`)})`,
    )
    .execute();
}
