import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/** A device and all that hang on it, directly and through others, in the same station; held until the transaction ends. */
export async function holdDevicesBelow(trx: Transaction<Tables>, deviceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE below AS (
      SELECT id, station_id FROM devices WHERE id = ${deviceId}
      UNION SELECT hung.id, hung.station_id FROM devices AS hung JOIN below ON hung.parent_id = below.id AND hung.station_id = below.station_id)
    SELECT id FROM below ORDER BY id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await trx
    .selectFrom('devices')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return ids;
}
