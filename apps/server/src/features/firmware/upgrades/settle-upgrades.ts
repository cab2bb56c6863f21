import { LIMITS, type FirmwareComponent } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { versionOf } from './check-device.ts';
import { goOnWithWaves } from './go-on-with-waves.ts';
import { isWhereItWas, stillRight, stillRightInAll } from './still-right.ts';
import { endDevice, endInLog, refused, type UpgradeTry } from './upgrade-rows.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'log'>;

/** Does something so that it keeps nothing else from being done. */
type Alone = (what: string, work: () => Promise<unknown>) => Promise<void>;

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
  /** What it says is of the same owner still. */
  isThere: boolean;
}

/**
 * Ends what can be told to have ended: a device that says the new version has it, whatever else was heard; after half an hour one that does not has
 * not, until it says so late. So each device ends in the open, also where nobody hears of it any more. Then waves are judged, and upgrades with
 * nothing open end. A device or upgrade with which that cannot be done keeps no other one waiting. `told`: faults that the log has already.
 */
export async function settleUpgrades({ db, clock, log }: Parts, told = new Set<string>()): Promise<void> {
  const now = clock.now();
  const alone: Alone = async (what, work) => {
    try {
      await work();
    } catch (error) {
      if (!told.has(what)) log.error({ err: error, what }, 'an upgrade of firmware does not go on');
      told.add(what);
    }
  };
  const { rows } = await sql<OpenDevice>`
    SELECT one.upgrade_id, one.device_id, one.attempt, devices.firmware, devices.attributes, firmware.component, firmware.version, one.began_at,
           one.sent_bytes, ${isWhereItWas} AS is_there
      FROM firmware_upgrade_devices one JOIN firmware_upgrades upgrade ON upgrade.id = one.upgrade_id
      JOIN firmware ON firmware.id = upgrade.firmware_id JOIN devices ON devices.id = one.device_id
     WHERE one.state IN ('transferring', 'installing')`.execute(db);
  for (const open of rows)
    await alone(`device ${open.deviceId} of upgrade ${open.upgradeId}`, () => endOpen(db, open, now));
  await endUntold(db, now);
  await endForbidden(db, { now, alone });
  await verifyLate(db, { now, alone });
  await goOnWithWaves({ db, clock }, alone);
  await sql`
    UPDATE firmware_upgrades SET ended_at = ${new Date(now)}, state = CASE state WHEN 'executing' THEN 'finished' ELSE state END
     WHERE ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM firmware_upgrade_devices one WHERE one.upgrade_id = firmware_upgrades.id
       AND one.ended_at IS NULL)`.execute(db);
}

async function endOpen(db: Db, open: OpenDevice, now: number): Promise<void> {
  // Of one that went elsewhere since nobody hears what it has there.
  const present = open.isThere ? versionOf(open, open.component) : undefined;
  if (present === open.version) await endDevice(db, open, { state: 'succeeded', now });
  else if (now - open.beganAt.getTime() >= LIMITS.firmwareUpgradeMs) {
    const failure = open.sentBytes === 0 ? 'silent' : 'oldVersion';
    await endDevice(db, open, { state: 'timedOut', failure, detail: present ?? null, now });
  }
}

/** For so long it is looked whether a device that timed out has the version after all. */
const LATE_MS = 30 * 24 * 3_600_000;

/** Devices that timed out, of one person and one firmware. */
interface LateGroup {
  firmwareId: number;
  userId: number | null;
  component: FirmwareComponent;
  version: string;
  tries: (Pick<OpenDevice, 'firmware' | 'attributes'> & UpgradeTry)[];
}

/**
 * A device that comes back with the new version after its half hour has it: it was slow, or away when it started anew. Of one that went elsewhere nobody
 * hears what it has there. Those of one person and firmware are judged together: devices that say so for a month after whose upgrade it was may no more
 * would each be asked about at each look, and all upgrades of others waited for that.
 */
async function verifyLate(db: Db, { now, alone }: { now: number; alone: Alone }): Promise<void> {
  const { rows } = await sql<LateGroup>`
    SELECT upgrade.firmware_id, upgrade.user_id, firmware.component, firmware.version,
           jsonb_agg(jsonb_build_object('upgradeId', one.upgrade_id, 'deviceId', one.device_id, 'attempt', one.attempt,
             'firmware', devices.firmware, 'attributes', devices.attributes)) AS tries
      FROM firmware_upgrade_devices one JOIN firmware_upgrades upgrade ON upgrade.id = one.upgrade_id
      JOIN firmware ON firmware.id = upgrade.firmware_id JOIN devices ON devices.id = one.device_id
     WHERE one.state = 'timedOut' AND one.ended_at > ${new Date(now - LATE_MS)} AND ${isWhereItWas}
       AND (strpos(devices.firmware, firmware.version) > 0 OR strpos(devices.attributes ->> ('firmware.' || firmware.component), firmware.version) > 0)
     GROUP BY upgrade.firmware_id, upgrade.user_id, firmware.component, firmware.version`.execute(db);
  for (const group of rows)
    await alone(`late devices of firmware ${group.firmwareId}`, () => succeedLate(db, group, now));
}

async function succeedLate(db: Db, { tries, ...group }: LateGroup, now: number): Promise<void> {
  const there = tries.filter((one) => versionOf(one, group.component) === group.version);
  const ids = {
    upgradeIds: [...new Set(there.map(({ upgradeId }) => upgradeId))],
    deviceIds: [...new Set(there.map(({ deviceId }) => deviceId))],
  };
  const right = new Set(
    (await stillRightInAll(db, { ...group, ...ids }, now)).map((one) => `${one.upgradeId}/${one.deviceId}`),
  );
  const late = there.filter((one) => right.has(`${one.upgradeId}/${one.deviceId}`));
  if (late.length === 0) return;
  const column = (name: keyof UpgradeTry) => late.map((one) => one[name]);
  await sql`
    UPDATE firmware_upgrade_devices AS one SET state = 'succeeded', failure = NULL, detail = NULL, ended_at = ${new Date(now)}, late = true
      FROM unnest(${column('upgradeId')}::bigint[], ${column('deviceId')}::bigint[], ${column('attempt')}::int[]) AS there (upgrade_id, device_id, attempt)
     WHERE one.upgrade_id = there.upgrade_id AND one.device_id = there.device_id AND one.attempt = there.attempt AND one.state = 'timedOut'`.execute(
    db,
  );
}

interface OpenTransfers {
  upgradeId: number;
  firmwareId: number;
  userId: number | null;
  deviceIds: number[];
}

/** Ends transfers of devices that went to somebody else, or whose upgrade was begun by who may no more: nothing more is sent to them, so nothing is waited for. */
async function endForbidden(db: Db, { now, alone }: { now: number; alone: Alone }): Promise<void> {
  const { rows } = await sql<OpenTransfers>`
    SELECT upgrade.id AS upgrade_id, upgrade.firmware_id, upgrade.user_id, jsonb_agg(one.device_id) AS device_ids
      FROM firmware_upgrade_devices one JOIN firmware_upgrades upgrade ON upgrade.id = one.upgrade_id
     WHERE one.state = 'transferring' GROUP BY upgrade.id`.execute(db);
  for (const open of rows) {
    const { upgradeId } = open;
    await alone(`transfers of upgrade ${upgradeId}`, async () => {
      const right = await stillRight(db, open, now);
      const lost = open.deviceIds.filter((id) => !right.has(id));
      if (lost.length === 0) return;
      await endInLog(
        db,
        sql`${refused(now)} WHERE one.upgrade_id = ${upgradeId} AND one.device_id = ANY(${lost}::bigint[]) AND one.state = 'transferring'`,
      );
    });
  }
}

/** Ends devices whose run ended before they were told: whoever started it may not do it any more, or the run is gone. */
async function endUntold(db: Db, now: number): Promise<void> {
  await endInLog(
    db,
    sql`${refused(now)} WHERE one.state IN ('waiting', 'checking') AND EXISTS (
          SELECT 1 FROM run_devices told WHERE told.run_id = one.run_id AND told.device_id = one.device_id AND told.ended_at IS NOT NULL)`,
  );
}
