import type { Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** Tells every server that a station is there or gone for everybody, with all its devices. */
export async function announceWithDevices(trx: Transaction<Tables>, stationId: number): Promise<void> {
  const devices = await trx.selectFrom('devices').select('id').where('stationId', '=', stationId).execute();
  await announceChange(trx, { stations: [stationId], devices: devices.map(({ id }) => id), access: true });
}
