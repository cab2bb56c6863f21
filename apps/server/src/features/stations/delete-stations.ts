import { sql, type Transaction } from 'kysely';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { freeDevices } from './free-devices.ts';

/** What a deleted station leaves behind for telemetry and for caches. */
export interface FreedDevice {
  id: number;
  sn: string;
}

/**
 * Deletes stations with their states, files, alarms, imports, grants, labels, hand-overs and visits, and answers the devices that were
 * bound to them. The devices stay with the secret they use (`freeDevices`): they go on reporting as connected and not
 * bound, so that whoever has them next can bind them, with a new secret. Measured values are
 * telemetry's: `forgetTelemetry`. The audit log stays, as it does for everything. In a transaction of the caller, who announces it.
 */
export async function deleteStations(
  trx: Transaction<Tables>,
  stationIds: readonly number[],
): Promise<FreedDevice[]> {
  if (stationIds.length === 0) return [];
  const ofThese = sql<number>`ANY(${[...stationIds]})`;
  const devices = await trx
    .selectFrom('devices')
    .select(['id', 'sn'])
    .where('stationId', '=', ofThese)
    .forUpdate()
    .execute();
  const deviceIds = devices.map(({ id }) => id);
  await trx
    .deleteFrom('alarms')
    .where((eb) =>
      // Those of its devices at other stations are the history of these.
      eb.or([
        eb('stationId', '=', ofThese),
        eb.and([eb('deviceId', '=', sql<number>`ANY(${deviceIds})`), eb('stationId', 'is', null)]),
      ]),
    )
    .execute();
  await freeDevices(trx, deviceIds);
  const files = await trx
    .selectFrom('stationFiles')
    .select('file')
    .where('stationId', '=', ofThese)
    .execute();
  if (files.length > 0) await addJob(trx, 'files.remove', { names: files.map(({ file }) => file) });
  await trx.deleteFrom('imports').where('stationId', '=', ofThese).execute();
  await trx.deleteFrom('stations').where('id', '=', ofThese).execute();
  return devices;
}
