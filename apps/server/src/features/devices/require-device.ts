import type { DeviceKind, MeterRole, Permission } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { runPrepared } from '../../platform/postgres/prepare.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { deviceScope } from '../scope/index.ts';

/** What verbs on a device need to know of it. */
export interface RequiredDevice {
  id: number;
  sn: string;
  kind: DeviceKind;
  profileId: string | null;
  /** What a person or the device said of it: its Modbus address, for example. */
  attributes: Readonly<Record<string, string>>;
  meterRole: MeterRole | null;
  ratedPower: number | null;
  stationId: number | null;
  organisationId: number | null;
  /** Zone of its station; UTC where it has none. */
  timeZone: string;
  /** What it measured before is of its former owner and waits to be deleted, epoch milliseconds; null: nothing waits. */
  measuredSince: number | null;
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
  const query = db
    .selectFrom('devices')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .leftJoin('devicesToForget as left', 'left.deviceId', 'devices.id')
    .select([
      'devices.id',
      'devices.sn',
      'devices.kind',
      'devices.profileId',
      'devices.attributes',
      'devices.meterRole',
      'devices.ratedPower',
      'devices.stationId',
      'devices.organisationId',
      'home.timeZone',
      'left.keptFrom',
    ])
    .where('devices.id', '=', id)
    .where(deviceScope(actor, permission));
  const [row] = await runPrepared(db, 'require_device', query);
  if (!row) throw new AppError('deviceNotFound', { id });
  const { keptFrom, timeZone, ...device } = row;
  return { ...device, timeZone: timeZone ?? 'UTC', measuredSince: keptFrom?.getTime() ?? null };
}

/**
 * The same in the transaction of a verb that changes the device: nobody gives it or its station away before that ends, and who has lost it while the
 * verb waited for its turn is refused. Throws AppError `deviceNotFound`.
 */
export async function holdDevice(
  trx: Transaction<Tables>,
  actor: Actor,
  id: number,
  permission: Permission,
): Promise<RequiredDevice> {
  // Who may not do it keeps nobody waiting.
  const { stationId } = await requireDevice(trx, actor, id, permission);
  // Stations before devices, as where a station goes to somebody else with all of them.
  await trx.selectFrom('stations').select('id').where('id', '=', stationId).forShare().execute();
  await trx.selectFrom('devices').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return requireDevice(trx, actor, id, permission);
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
