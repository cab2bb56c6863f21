import { decodeFaults, profileById } from '@sunfleet/device-model';
import type { KnownDevice } from '../../platform/ingest.ts';
import type { AlarmSubject } from './alarm-book.ts';

/**
 * Faults that a device's words stand for, as its profile reads them. Each code comes once. A device without a profile has only
 * its alarm code, which is shown as the device sent it.
 */
export function faultSubjects(device: KnownDevice, values: Readonly<Record<string, number>>): AlarmSubject[] {
  const profile = device.profileId === null ? undefined : profileById(device.profileId);
  const base = { deviceId: device.id, stationId: device.stationId, type: 'deviceFault' as const };
  if (!profile) return plainCode(base, values['alarm.code'] ?? 0);
  const byCode = new Map<string, AlarmSubject>();
  for (const { code, level, textKey } of decodeFaults(profile, values)) {
    byCode.set(code, { ...base, code, level, textKey });
  }
  return [...byCode.values()];
}

function plainCode(
  base: Pick<AlarmSubject, 'deviceId' | 'stationId' | 'type'>,
  code: number,
): AlarmSubject[] {
  if (code === 0) return [];
  return [{ ...base, code: String(code), level: 'general', textKey: 'faults.platform.code' }];
}
