import { localDayOf } from '@sunfleet/analysis';
import type { Platform } from '../../../platform/platform.ts';
import { firstDayStart } from '../../telemetry/index.ts';
import type { Asked, Happening } from './happening.ts';

/** Days that the form of the station names, when it came to the platform, and the first day of which anything was measured. */
export async function daysOfStation(
  { db, samples }: Pick<Platform, 'db' | 'samples'>,
  { id, timeZone }: Asked,
): Promise<Happening[]> {
  const station = await db
    .selectFrom('stations')
    .select(['createdAt', 'installedOn', 'firstPowerOn', 'gridConnectedOn'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const created = station.createdAt.getTime();
  const measured = await firstDayStart(samples, id);
  const days = [
    ['installed', station.installedOn],
    ['firstPowerOn', station.firstPowerOn],
    ['gridConnected', station.gridConnectedOn],
    ['firstData', measured === null ? null : localDayOf(measured, timeZone)],
  ] as const;
  const day = localDayOf(created, timeZone);
  return [
    { kind: 'created', from: day, to: day, at: created },
    ...days.flatMap(([kind, on]): Happening[] => (on === null ? [] : [{ kind, from: on, to: on, at: null }])),
  ];
}
