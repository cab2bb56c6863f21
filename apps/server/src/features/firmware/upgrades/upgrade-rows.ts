import type { UpgradeDeviceState, UpgradeFailure } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
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

/** Ends a device of an upgrade, unless it has ended meanwhile, and says so in its log; its token is worth nothing from then on. */
export async function endDevice(
  db: Db,
  one: UpgradeTry,
  { state, failure, detail, now }: Ended,
): Promise<void> {
  await sql`
    WITH ended AS (
      UPDATE firmware_upgrade_devices SET state = ${state}, failure = ${failure ?? null}, detail = ${detail ?? null},
             ended_at = ${new Date(now)}
       WHERE ${ofTry(one)} AND ended_at IS NULL RETURNING upgrade_id, device_id, state, failure)
    INSERT INTO audit_log (actor_kind, user_id, station_id, organisation_id, action, object_type, object_id, after)
    SELECT CASE WHEN upgrade.user_id IS NULL THEN 'system' ELSE 'user' END, upgrade.user_id, devices.station_id,
           devices.organisation_id, 'firmware.upgrade', 'device', devices.id::text,
           jsonb_build_object('name', firmware.name, 'version', firmware.version, 'result', coalesce(ended.failure, ended.state))
      FROM ended JOIN firmware_upgrades upgrade ON upgrade.id = ended.upgrade_id
      JOIN firmware ON firmware.id = upgrade.firmware_id JOIN devices ON devices.id = ended.device_id`.execute(
    db,
  );
}
