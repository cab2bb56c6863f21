import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/** What a deleted station leaves behind for telemetry and for caches. */
export interface FreedDevice {
  id: number;
  sn: string;
}

/**
 * Deletes stations with their states, alarms, imports, grants, labels, hand-overs and visits, and answers the devices that were
 * bound to them. The devices stay, with serial number, model and the secret they use: they go on reporting as connected and not
 * bound, so that whoever has them next can bind them. Names and attributes that people gave them go. Measured values are
 * telemetry's: `forgetTelemetry`. The audit log stays, as it does for everything. In a transaction of the caller, who announces it.
 */
export async function deleteStations(
  trx: Transaction<Tables>,
  stationIds: readonly number[],
): Promise<FreedDevice[]> {
  if (stationIds.length === 0) return [];
  const devices = await trx
    .updateTable('devices')
    .set({
      stationId: null,
      organisationId: null,
      name: null,
      attributes: '{}',
      loggerSpeaks: false,
      foundBy: null,
      foundFrom: null,
    })
    .where('stationId', 'in', [...stationIds])
    .returning(['id', 'sn'])
    .execute();
  const deviceIds = devices.map(({ id }) => id);
  await trx
    .deleteFrom('alarms')
    .where((eb) =>
      eb.or([
        eb('stationId', 'in', [...stationIds]),
        ...(deviceIds.length > 0 ? [eb('deviceId', 'in', deviceIds)] : []),
      ]),
    )
    .execute();
  if (deviceIds.length > 0) {
    await forgetStates(trx, deviceIds);
    await trx.deleteFrom('discoveredDevices').where('loggerId', 'in', deviceIds).execute();
  }
  await trx
    .deleteFrom('imports')
    .where('stationId', 'in', [...stationIds])
    .execute();
  await trx
    .deleteFrom('stations')
    .where('id', 'in', [...stationIds])
    .execute();
  return devices;
}

async function forgetStates(trx: Transaction<Tables>, deviceIds: number[]): Promise<void> {
  await trx
    .updateTable('deviceStates')
    .set({ status: 'connecting', runMode: null, power: null, energyToday: null, soc: null, openAlarms: 0 })
    .where('deviceId', 'in', deviceIds)
    .execute();
  await trx.deleteFrom('deviceLabels').where('deviceId', 'in', deviceIds).execute();
}
