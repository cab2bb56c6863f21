import { sql, type Selectable, type Transaction } from 'kysely';
import type { DevicesTable } from '../../platform/postgres/tables/devices.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

interface Replaced {
  /** As it was with the old device. */
  place: Pick<Selectable<DevicesTable>, 'id' | 'sn' | 'stationId'>;
  newSn: string;
  /** The row that the old device has from now on. */
  oldId: number;
}

/**
 * What is about a serial number goes with it where another device comes into the place of one: disputes, because nobody claimed the new device that
 * stands there, and what others kept of the old one while it was theirs, because it would tell them the number of the new one.
 */
export async function followNumbers(
  trx: Transaction<Tables>,
  { place, newSn, oldId }: Replaced,
): Promise<void> {
  const open = trx.updateTable('disputes').where('state', '=', 'open');
  await open
    .set({ deviceId: oldId, holderStationId: null })
    .where('deviceId', '=', place.id)
    .where('sn', '=', place.sn)
    .execute();
  await open
    .set({ deviceId: place.id, holderStationId: place.stationId })
    .where('sn', '=', newSn)
    .where('stationId', 'is distinct from', place.stationId)
    .execute();
  for (const table of ['alarms', 'alarm_shields', 'run_devices', 'firmware_upgrade_devices'])
    await sql`UPDATE ${sql.table(table)} SET device_id = ${oldId}
      WHERE device_id = ${place.id} AND station_id <> ${place.stationId}`.execute(trx);
}

/**
 * Alarms at stations where a device stood that comes into a place, and what was kept quiet there, go to the row of the place, which has its number by now: they are those of these
 * stations, and its own row goes.
 */
export async function keepAlarms(
  trx: Transaction<Tables>,
  { place, from }: { place: Replaced['place']; from: number },
): Promise<void> {
  for (const table of ['alarms', 'alarm_shields'])
    await sql`UPDATE ${sql.table(table)} SET device_id = ${place.id}
      WHERE device_id = ${from} AND station_id <> ${place.stationId}`.execute(trx);
}
