import { LIMITS, type FirmwareComponent } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { versionOf } from './check-device.ts';
import { goOnWithWaves } from './go-on-with-waves.ts';
import { endDevice } from './upgrade-rows.ts';

interface OpenDevice {
  upgradeId: number;
  deviceId: number;
  attempt: number;
  firmware: string | null;
  attributes: Record<string, string>;
  component: FirmwareComponent;
  version: string;
  beganAt: Date;
  sentBytes: number;
}

/**
 * Ends what can be told to have ended: a device that says the new version has it, whatever else was heard; after half an hour one that does not has
 * not. So each device ends in the open, also where nobody hears of it any more. Then waves are judged, and upgrades with nothing open end.
 */
export async function settleUpgrades({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const { rows } = await sql<OpenDevice>`
    SELECT one.upgrade_id, one.device_id, one.attempt, devices.firmware, devices.attributes, firmware.component, firmware.version, one.began_at,
           one.sent_bytes
      FROM firmware_upgrade_devices one JOIN firmware_upgrades upgrade ON upgrade.id = one.upgrade_id
      JOIN firmware ON firmware.id = upgrade.firmware_id JOIN devices ON devices.id = one.device_id
     WHERE one.state IN ('transferring', 'installing')`.execute(db);
  for (const open of rows) {
    const present = versionOf(open, open.component);
    if (present === open.version) await endDevice(db, open, { state: 'succeeded', now });
    else if (now - open.beganAt.getTime() >= LIMITS.firmwareUpgradeMs) {
      const failure = open.sentBytes === 0 ? 'silent' : 'oldVersion';
      await endDevice(db, open, { state: 'timedOut', failure, detail: present ?? null, now });
    }
  }
  await endUntold(db, now);
  await goOnWithWaves({ db, clock });
  await sql`
    UPDATE firmware_upgrades SET ended_at = ${new Date(now)}, state = CASE state WHEN 'executing' THEN 'finished' ELSE state END
     WHERE ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM firmware_upgrade_devices one WHERE one.upgrade_id = firmware_upgrades.id
       AND one.ended_at IS NULL)`.execute(db);
}

/** Ends devices whose run ended before they were told: whoever started it may not do it any more, or the run is gone. */
async function endUntold(db: Db, now: number): Promise<void> {
  await sql`
    UPDATE firmware_upgrade_devices one SET state = 'failed', failure = 'notAllowed', ended_at = ${new Date(now)}
      FROM run_devices told WHERE told.run_id = one.run_id AND told.device_id = one.device_id AND told.ended_at IS NOT NULL
       AND one.state IN ('waiting', 'checking')`.execute(db);
}
