import { FIRMWARE_INSTALL } from '@sunfleet/contract';
import { profileById, PROFILES, slaveOf } from '@sunfleet/device-model';
import { sql, type Selectable, type SqlBool } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { FirmwareTable } from '../../../platform/postgres/tables/firmware.ts';
import { spokenFor } from '../../../platform/postgres/same-home.ts';
import { holdSubjects } from '../../../platform/tries.ts';
import type { RunOutcome, RunScript, RunWindow, RunWork } from '../../runs/index.ts';
import { installOrder } from './install-order.ts';
import { judgeDevice } from './judge-device.ts';
import { endDevice, ofTry, type UpgradeTry } from './upgrade-rows.ts';

/** What the run of a wave says to each of its devices. */
export interface UpgradeDefinition {
  upgradeId: number;
  firmwareId: number;
  /** When its devices begin; `withinWindow` reads it. */
  window: RunWindow | null;
}

/** After how long a device is looked at again at which another upgrade is, or behind whose logger another device gets its image. */
const BUSY_MS = 30_000;
/** A device that has not asked for the first block by then keeps no other one behind its logger waiting: it may be switched off. */
const SILENT_MS = 3 * 60_000;
/** Families whose devices get their image over the line of their logger. */
const OVER_THE_LINE = PROFILES.flatMap(({ id, firmwareFiles }) => (firmwareFiles ? [id] : []));

type Parts = Pick<Platform, 'db' | 'clock'>;

/**
 * Looks whether a device may have the firmware now, and tells it to fetch the image. The run of the device is over then: what becomes of the device
 * is seen from what it fetches and which version it says.
 */
export function createUpgradeScript({ db, clock }: Parts): RunScript {
  return async (work) => {
    const { upgradeId, firmwareId } = work.definition as UpgradeDefinition;
    const { deviceId, actor } = work;
    const row = await db
      .selectFrom('firmwareUpgradeDevices')
      .select(['attempt', 'state'])
      .where('upgradeId', '=', upgradeId)
      .where('deviceId', '=', deviceId)
      .executeTakeFirst();
    // It was stopped, or a server that is gone has told it.
    if (!row || (row.state !== 'waiting' && row.state !== 'checking')) return { state: 'done' };
    const one: UpgradeTry = { upgradeId, deviceId, attempt: row.attempt };
    const judged = await judgeDevice(db, actor, { deviceId, firmwareId, upgradeId });
    if (judged === 'there') {
      await endDevice(db, one, { state: 'succeeded', now: clock.now() });
      return { state: 'done' };
    }
    if ('failure' in judged) {
      await endDevice(db, one, { state: 'failed', ...judged, now: clock.now() });
      return { state: 'failed', failure: 'notAllowed', detail: judged.failure };
    }
    const line = await lineOf(db, deviceId);
    if (!(await beginAt({ db, clock }, one, { present: judged.present, line })))
      return isBusy({ db, clock }, one);
    return tell({ db, clock }, work, { one, firmware: judged.firmware, line });
  };
}

/**
 * Takes the device for this upgrade. False: it ended meanwhile, another upgrade is at it, or another device behind its logger gets an image: of several that
 * share one slow line none would have the whole image within its half hour.
 */
async function beginAt(
  { db, clock }: Parts,
  one: UpgradeTry,
  { present, line }: { present: string | null; line: Line | undefined },
): Promise<boolean> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    if (line) await holdSubjects(trx, [`firmware behind logger #${line.loggerId}`]);
    const { numUpdatedRows } = await trx
      .updateTable('firmwareUpgradeDevices')
      .set({
        state: 'checking',
        beganAt: sql<Date>`coalesce(began_at, ${new Date(now)})`,
        fromVersion: present,
      })
      .where(ofTry(one))
      .where('state', 'in', ['waiting', 'checking'])
      .where(
        sql<SqlBool>`NOT EXISTS (SELECT 1 FROM firmware_upgrade_devices busy WHERE busy.device_id = ${one.deviceId}
          AND busy.upgrade_id <> ${one.upgradeId} AND busy.state IN ('checking', 'transferring', 'installing'))`,
      )
      .$if(line !== undefined, (some) =>
        some.where(
          sql<SqlBool>`NOT EXISTS (SELECT 1 FROM firmware_upgrade_devices busy JOIN devices other ON other.id = busy.device_id
            WHERE other.parent_id = ${line!.loggerId} AND other.id <> ${one.deviceId} AND other.profile_id = ANY(${OVER_THE_LINE})
              AND busy.state IN ('checking', 'transferring') AND (busy.sent_bytes > 0 OR busy.began_at > ${new Date(now - SILENT_MS)}))`,
        ),
      )
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}

async function isBusy({ db, clock }: Parts, one: UpgradeTry): Promise<RunOutcome> {
  const open = await db
    .selectFrom('firmwareUpgradeDevices')
    .select('state')
    .where(ofTry(one))
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return open ? { state: 'waiting', notBefore: clock.now() + BUSY_MS } : { state: 'done' };
}

/** Where a device stands that takes firmware through its logger. */
interface Line {
  loggerId: number;
  slave: number;
}

/** Undefined: the device is told itself. */
async function lineOf(db: Parts['db'], deviceId: number): Promise<Line | undefined> {
  const device = await db
    .selectFrom('devices')
    .innerJoin('devices as logger', 'logger.id', 'devices.parentId')
    .select(['logger.id as loggerId', 'devices.profileId', 'devices.attributes'])
    .where('devices.id', '=', deviceId)
    .where(spokenFor('devices', 'logger'))
    .executeTakeFirst();
  const profile = device?.profileId ? profileById(device.profileId) : undefined;
  if (!device || !profile?.firmwareFiles) return undefined;
  return { loggerId: device.loggerId, slave: slaveOf(device.attributes, profile) };
}

async function tell(
  { db, clock }: Parts,
  work: RunWork,
  { one, firmware, line }: { one: UpgradeTry; firmware: Selectable<FirmwareTable>; line: Line | undefined },
): Promise<RunOutcome> {
  const params = { ...installOrder(one, firmware) };
  const request = { type: 'command', name: FIRMWARE_INSTALL, params } as const;
  const reply = await work.request('install', line ? { ...request, slave: line.slave } : request);
  if (!reply.ok && reply.failure === 'limited') {
    await db
      .updateTable('firmwareUpgradeDevices')
      .set({ state: 'waiting', beganAt: null })
      .where(ofTry(one))
      .where('state', '=', 'checking')
      .execute();
    return { state: 'waiting', notBefore: reply.goesOnAt ?? clock.now() + BUSY_MS };
  }
  // What was sent may have arrived: the device fetches the image, or its time is over in the end.
  if (reply.ok || (reply.sent && reply.failure !== 'refused')) {
    await db
      .updateTable('firmwareUpgradeDevices')
      .set({ state: 'transferring' })
      .where(ofTry(one))
      .where('state', '=', 'checking')
      .execute();
    return { state: 'done' };
  }
  const { failure, detail = null } = reply;
  await endDevice(db, one, { state: 'failed', failure, detail, now: clock.now() });
  return { state: 'failed', failure, detail };
}
