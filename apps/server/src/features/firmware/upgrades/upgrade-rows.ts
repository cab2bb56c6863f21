import type { UpgradeDeviceState, UpgradeFailure } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';

/** One try of one device of an upgrade. */
export interface UpgradeTry {
  upgradeId: number;
  deviceId: number;
  attempt: number;
}

/** The condition that a row is that of this try. */
export const ofTry = ({ upgradeId, deviceId, attempt }: UpgradeTry) =>
  sql<SqlBool>`firmware_upgrade_devices.upgrade_id = ${upgradeId} AND firmware_upgrade_devices.device_id = ${deviceId}
    AND firmware_upgrade_devices.attempt = ${attempt}`;

interface Ended {
  state: UpgradeDeviceState;
  failure?: UpgradeFailure;
  detail?: string | null;
  now: number;
}

/**
 * Says in the log how devices of upgrades ended that a statement ends, in one with it. `ending`: an UPDATE of `firmware_upgrade_devices AS one`, without
 * what it answers. The log is that of the station where the upgrade found the device: whoever has it by now reads nothing of it.
 */
export async function endInLog(db: Db, ending: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH ended AS (${ending} RETURNING one.upgrade_id, one.device_id, one.station_id, one.state, one.failure)
    INSERT INTO audit_log (actor_kind, user_id, station_id, organisation_id, action, object_type, object_id, after)
    SELECT CASE WHEN upgrade.user_id IS NULL THEN 'system' ELSE 'user' END, upgrade.user_id, ended.station_id,
           CASE WHEN devices.station_id IS NOT DISTINCT FROM ended.station_id THEN devices.organisation_id ELSE upgrade.organisation_id END,
           'firmware.upgrade', 'device', devices.id::text,
           jsonb_build_object('name', firmware.name, 'version', firmware.version, 'result', coalesce(ended.failure, ended.state))
      FROM ended JOIN firmware_upgrades upgrade ON upgrade.id = ended.upgrade_id
      JOIN firmware ON firmware.id = upgrade.firmware_id JOIN devices ON devices.id = ended.device_id`.execute(
    db,
  );
}

/** Begin of a statement for `endInLog`: devices get nothing, because whoever began may not (any more). */
export const refused = (now: number): RawBuilder<unknown> => sql`
  UPDATE firmware_upgrade_devices AS one SET state = 'failed', failure = 'notAllowed', ended_at = ${new Date(now)}`;

/** Ends a device of an upgrade, unless it has ended meanwhile, and says so in its log; its token is worth nothing from then on. */
export const endDevice = (
  db: Db,
  { upgradeId, deviceId, attempt }: UpgradeTry,
  { state, failure, detail, now }: Ended,
): Promise<void> =>
  endInLog(
    db,
    sql`UPDATE firmware_upgrade_devices AS one SET state = ${state}, failure = ${failure ?? null}, detail = ${detail ?? null},
               ended_at = ${new Date(now)}
         WHERE one.upgrade_id = ${upgradeId} AND one.device_id = ${deviceId} AND one.attempt = ${attempt} AND one.ended_at IS NULL`,
  );
