import { FIRMWARE_INSTALL } from '@sunfleet/contract';
import { profileById, slaveOf } from '@sunfleet/device-model';
import { sql, type Selectable, type SqlBool } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { FirmwareTable } from '../../../platform/postgres/tables/firmware.ts';
import { spokenFor } from '../../../platform/postgres/same-home.ts';
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

/** After how long a device is looked at again at which another upgrade is. */
const BUSY_MS = 30_000;

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
    if (!(await beginAt({ db, clock }, one, judged.present))) return isBusy({ db, clock }, one);
    return tell({ db, clock }, work, { one, firmware: judged.firmware });
  };
}

/** Takes the device for this upgrade. False: it ended meanwhile, or another upgrade is at it. */
async function beginAt({ db, clock }: Parts, one: UpgradeTry, present: string | null): Promise<boolean> {
  const began = new Date(clock.now());
  const { numUpdatedRows } = await db
    .updateTable('firmwareUpgradeDevices')
    .set({ state: 'checking', beganAt: sql<Date>`coalesce(began_at, ${began})`, fromVersion: present })
    .where(ofTry(one))
    .where('state', 'in', ['waiting', 'checking'])
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT 1 FROM firmware_upgrade_devices busy WHERE busy.device_id = ${one.deviceId}
        AND busy.upgrade_id <> ${one.upgradeId} AND busy.state IN ('checking', 'transferring', 'installing'))`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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

/** The Modbus address of a device that takes firmware through its logger; undefined: it is told itself. */
async function slaveBehind(db: Parts['db'], deviceId: number): Promise<number | undefined> {
  const device = await db
    .selectFrom('devices')
    .innerJoin('devices as logger', 'logger.id', 'devices.parentId')
    .select(['devices.profileId', 'devices.attributes'])
    .where('devices.id', '=', deviceId)
    .where(spokenFor('devices', 'logger'))
    .executeTakeFirst();
  const profile = device?.profileId ? profileById(device.profileId) : undefined;
  return device && profile?.firmwareFiles ? slaveOf(device.attributes, profile) : undefined;
}

async function tell(
  { db, clock }: Parts,
  work: RunWork,
  { one, firmware }: { one: UpgradeTry; firmware: Selectable<FirmwareTable> },
): Promise<RunOutcome> {
  const slave = await slaveBehind(db, one.deviceId);
  const params = { ...installOrder(one, firmware) };
  const request = { type: 'command', name: FIRMWARE_INSTALL, params } as const;
  const reply = await work.request('install', slave === undefined ? request : { ...request, slave });
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
