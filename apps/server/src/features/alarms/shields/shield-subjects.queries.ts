import type { AlarmLevel } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../platform/postgres/tables.ts';

/** What is told by alarms and is to be kept quiet. */
export interface ShieldedFault {
  code: string;
  textKey: string;
  level: AlarmLevel;
}

/** A code of a device, or of all devices of a station, that is to be kept quiet. */
export interface ShieldSubject extends ShieldedFault {
  stationId: number;
  deviceId: number | null;
}

/** What a wish about some alarms keeps quiet, each subject once and station by station, so that two of them wait for each other in one order. */
export async function shieldSubjects(
  trx: Transaction<Tables>,
  { of, alarmIds }: { of: 'device' | 'station' | 'label'; alarmIds: readonly number[] },
): Promise<ShieldSubject[]> {
  const alarms = await trx
    .selectFrom('alarms')
    .select(['stationId', 'deviceId', 'code', 'textKey', 'level'])
    .where('id', 'in', [...alarmIds])
    .where('stationId', 'is not', null)
    .execute();
  const subjects = new Map<string, ShieldSubject>();
  for (const { stationId, deviceId, ...fault } of alarms) {
    const place = { stationId: stationId!, deviceId: of === 'device' ? deviceId : null };
    subjects.set(JSON.stringify([place.stationId, place.deviceId, fault.code, fault.textKey]), {
      ...place,
      ...fault,
    });
  }
  return [...subjects.values()].toSorted((a, b) => a.stationId - b.stationId);
}
