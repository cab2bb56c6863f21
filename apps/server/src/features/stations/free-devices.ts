import { sql, type SqlBool, type Transaction } from 'kysely';
import { leaveOwnProfiles } from '../../platform/own-profile.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Takes devices out of their stations and organisations: names, attributes and labels that people gave them go, what was found behind
 * them, and who set which parameters why. They stay with serial number and model as connected, not bound. In a transaction of the caller, who announces it.
 */
export async function freeDevices(trx: Transaction<Tables>, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return;
  const ofThem = sql<number>`ANY(${[...deviceIds]})`;
  await leaveOwnProfiles(trx, sql<SqlBool>`devices.id = ${ofThem}`);
  await trx
    .updateTable('devices')
    .set({
      stationId: null,
      organisationId: null,
      name: null,
      productionDate: null,
      warrantyEnd: null,
      warrantyOfProduct: false,
      productId: null,
      firstPowerOn: null,
      soldOn: null,
      remark: null,
      energyOffset: null,
      energyOffsetReason: null,
      attributes: '{}',
      loggerSpeaks: false,
      foundBy: null,
      foundFrom: null,
    })
    .where('id', '=', ofThem)
    .execute();
  await trx
    .updateTable('deviceStates')
    .set({ status: 'connecting', runMode: null, power: null, energyToday: null, soc: null, openAlarms: 0 })
    .where('deviceId', '=', ofThem)
    .execute();
  // Its documents stay with the station.
  await trx.updateTable('stationFiles').set({ deviceId: null }).where('deviceId', '=', ofThem).execute();
  await trx.deleteFrom('deviceLabels').where('deviceId', '=', ofThem).execute();
  await trx.deleteFrom('deviceBatchDevices').where('deviceId', '=', ofThem).execute();
  await trx.deleteFrom('discoveredDevices').where('loggerId', '=', ofThem).execute();
  await trx.deleteFrom('parameterChanges').where('deviceId', '=', ofThem).execute();
  await trx.deleteFrom('deviceClockErrors').where('deviceId', '=', ofThem).execute();
}
