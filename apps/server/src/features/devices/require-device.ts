import type { DeviceKind, MeterRole, Permission } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { deviceScope } from '../scope/index.ts';

/** What verbs on a device need to know of it. */
export interface RequiredDevice {
  id: number;
  sn: string;
  kind: DeviceKind;
  profileId: string | null;
  meterRole: MeterRole | null;
  ratedPower: number | null;
  stationId: number | null;
  /** Zone of its station; UTC where it has none. */
  timeZone: string;
}

/**
 * The device, if the actor may do this on it. Throws AppError `deviceNotFound` both for a missing device and for one that is out of
 * the actor's scope.
 */
export async function requireDevice(
  db: Db,
  actor: Actor,
  id: number,
  permission: Permission = 'devices.view',
): Promise<RequiredDevice> {
  const row = await db
    .selectFrom('devices')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .select([
      'devices.id',
      'devices.sn',
      'devices.kind',
      'devices.profileId',
      'devices.meterRole',
      'devices.ratedPower',
      'devices.stationId',
      'home.timeZone',
    ])
    .where('devices.id', '=', id)
    .where(deviceScope(actor, permission))
    .executeTakeFirst();
  if (!row) throw new AppError('deviceNotFound', { id });
  return { ...row, timeZone: row.timeZone ?? 'UTC' };
}

/** Several devices, all or none. Throws AppError `deviceNotFound` for the first that is missing or out of the actor's scope. */
export async function requireDevices(
  db: Db,
  actor: Actor,
  { ids, permission }: { ids: readonly number[]; permission: Permission },
): Promise<(Pick<RequiredDevice, 'id' | 'stationId'> & { organisationId: number | null })[]> {
  const wanted = [...new Set(ids)];
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'stationId', 'organisationId'])
    .where('id', 'in', wanted)
    .where(deviceScope(actor, permission))
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return wanted.map((id) => {
    const row = found.get(id);
    if (!row) throw new AppError('deviceNotFound', { id });
    return row;
  });
}
