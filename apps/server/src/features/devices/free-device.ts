import type { Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { moveShieldsOf } from '../alarm-shields/index.ts';
import { freeDevices } from '../stations/index.ts';
import { doubtLoggers } from './doubt-loggers.ts';
import { endAlarmsOf } from './end-alarms-of.ts';
import { forgetLater } from './forget-later.ts';
import { leaveLogger } from './leave-logger.ts';

/**
 * Takes a device out of its station and organisation. It keeps the secret it uses, so that nobody else signs in as it meanwhile and the next
 * owner proves by its claim code to have it; binding then ends that secret. What people wrote down of the device goes. A job deletes what it
 * measured, which the next owner would read; what was computed of the station stays. What hangs on it stays in the station and leaves it.
 * Answers the devices that changed, for the caller to announce.
 */
export async function freeDevice(
  trx: Transaction<Tables>,
  { clock }: Pick<Platform, 'clock'>,
  { deviceId, sn }: { deviceId: number; sn: string },
): Promise<number[]> {
  await freeDevices(trx, [deviceId]);
  await moveShieldsOf(trx, [deviceId], { at: new Date(clock.now()), by: null });
  await trx.updateTable('devices').set({ parentId: null }).where('id', '=', deviceId).execute();
  await doubtLoggers(trx, [deviceId]);
  const left = await leaveLogger(trx, deviceId);
  await endAlarmsOf(trx, { clock }, [deviceId]);
  await forgetLater(trx, { devices: [{ id: deviceId, sn }], now: clock.now() });
  return [deviceId, ...left];
}
