import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * A device and all that hang on it, directly and through others, in the same station; held until the transaction ends. What was unbound or went to
 * somebody else while this waited for it is none of them any more.
 */
export async function holdDevicesBelow(trx: Transaction<Tables>, deviceId: number): Promise<number[]> {
  for (let held = new Set<number>(); ;) {
    const ids = await readBelow(trx, deviceId);
    if (ids.every((id) => held.has(id))) return ids;
    held = new Set(ids);
    await trx
      .selectFrom('devices')
      .select('id')
      // More than a statement takes as parameters, where a logger has very many.
      .where('id', '=', sql<number>`ANY(${ids}::bigint[])`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  }
}

async function readBelow(trx: Transaction<Tables>, deviceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE below AS (
      SELECT id, station_id FROM devices WHERE id = ${deviceId}
      UNION SELECT hung.id, hung.station_id FROM devices AS hung JOIN below ON hung.parent_id = below.id AND hung.station_id = below.station_id)
    SELECT id FROM below ORDER BY id`.execute(trx);
  return rows.map(({ id }) => id);
}
