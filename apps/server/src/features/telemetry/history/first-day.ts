import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

/** When the first local day began of which a station has any energy, epoch milliseconds; null: there is none. */
export async function firstDayStart(db: SamplesDb, stationId: number): Promise<number | null> {
  const [row] = await db.query<{ start: number }>(
    `SELECT toUnixTimestamp(min(start)) * 1000 AS start FROM energy
      WHERE subject = 'station' AND grain = 'day' AND id = {id:UInt32} HAVING count() > 0`,
    { id: stationId },
  );
  return row?.start ?? null;
}
