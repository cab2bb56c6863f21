import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';

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
