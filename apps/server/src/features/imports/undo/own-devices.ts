import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { deviceScope } from '../../scope/index.ts';

export interface OwnDevice {
  id: number;
  sn: string;
}

/**
 * Of the devices of an import those that still belong to the organisation of its station. What a device measured was deleted when it left, and
 * what it has measured since is somebody else's.
 */
export async function ownDevices(
  db: Db,
  stationId: number,
  deviceIds: readonly number[],
): Promise<OwnDevice[]> {
  return db
    .selectFrom('devices')
    .innerJoin('stations', 'stations.organisationId', 'devices.organisationId')
    .select(['devices.id', 'devices.sn'])
    .where('stations.id', '=', stationId)
    .where('devices.id', '=', sql<number>`ANY(${[...deviceIds]})`)
    .orderBy('devices.id')
    .execute();
}

/** One of them that was moved to another station must be in the actor's scope there as well. Throws AppError `noDataPermission`. */
export async function requireInScope(db: Db, actor: Actor, devices: readonly OwnDevice[]): Promise<void> {
  const rows = await db
    .selectFrom('devices')
    .select('id')
    .where('id', '=', sql<number>`ANY(${devices.map(({ id }) => id)})`)
    .where(deviceScope(actor, 'imports.run'))
    .execute();
  if (rows.length < devices.length) throw new AppError('noDataPermission');
}
