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

/** Tables of what others keep of a device, of which any number goes with it: what was kept quiet, and what stood in its place there before. */
const KEPT = ['alarm_shields', 'device_replacements'] as const;

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
  for (const table of ['alarms', ...KEPT])
    await sql`UPDATE ${sql.table(table)} SET device_id = ${oldId}
      WHERE device_id = ${place.id} AND station_id <> ${place.stationId}`.execute(trx);
  // A run may have reached it before it stood anywhere.
  for (const table of ['run_devices', 'firmware_upgrade_devices'])
    await sql`UPDATE ${sql.table(table)} SET device_id = ${oldId}
      WHERE device_id = ${place.id} AND station_id IS DISTINCT FROM ${place.stationId}`.execute(trx);
}

/**
 * What people kept of a device that comes into a place goes to the row of the place, which has its number by now, because its own row goes: alarms of stations where it stood, and,
 * of other stations, what was kept quiet there, what stood in its place there before, and what became of it in runs and upgrades. Of a run or upgrade that reached both the place keeps its own.
 */
export async function keepRecords(
  trx: Transaction<Tables>,
  { place, from }: { place: Replaced['place']; from: number },
): Promise<void> {
  await sql`UPDATE alarms SET device_id = ${place.id}
    WHERE device_id = ${from} AND station_id IS NOT NULL AND recovered_at IS NOT NULL`.execute(trx);
  const elsewhere = sql`one.device_id = ${from} AND one.station_id IS DISTINCT FROM ${place.stationId}`;
  for (const table of KEPT)
    await sql`UPDATE ${sql.table(table)} AS one SET device_id = ${place.id} WHERE ${elsewhere}`.execute(trx);
  for (const [name, key] of [
    ['run_devices', 'run_id'],
    ['firmware_upgrade_devices', 'upgrade_id'],
  ] as const)
    await sql`UPDATE ${sql.table(name)} AS one SET device_id = ${place.id} WHERE ${elsewhere} AND NOT EXISTS (
      SELECT FROM ${sql.table(name)} AS own WHERE own.device_id = ${place.id} AND own.${sql.ref(key)} = one.${sql.ref(key)})`.execute(
      trx,
    );
}
