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

/** Ends a device of an upgrade, unless it has ended meanwhile; its token is worth nothing from then on. */
export async function endDevice(
  db: Db,
  one: UpgradeTry,
  { state, failure, detail, now }: Ended,
): Promise<void> {
  await db
    .updateTable('firmwareUpgradeDevices')
    .set({ state, failure: failure ?? null, detail: detail ?? null, endedAt: new Date(now) })
    .where(ofTry(one))
    .where('endedAt', 'is', null)
    .execute();
}
