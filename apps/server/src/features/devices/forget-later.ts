import { sql, type Transaction } from 'kysely';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

interface Left {
  /** They left their owners, or are gone. */
  devices: readonly { id: number; sn: string }[];
  /** They are gone. */
  stationIds?: readonly number[];
  now: number;
}

/**
 * What devices measured until now, and what was computed of stations, is to be deleted. By a job: a deletion rewrites parts of tables, and no
 * transaction waits for it.
 */
export async function forgetLater(
  trx: Transaction<Tables>,
  { devices, stationIds = [], now }: Left,
): Promise<void> {
  const at = new Date(now);
  if (devices.length > 0)
    await sql`
      INSERT INTO devices_to_forget (device_id, sn, freed_at, kept_from)
      SELECT id, sn, ${at}, NULL FROM unnest(${devices.map(({ id }) => id)}::bigint[], ${devices.map(({ sn }) => sn)}::text[]) AS freed (id, sn)
      ON CONFLICT (device_id) DO UPDATE SET freed_at = EXCLUDED.freed_at, kept_from = NULL, forgotten_at = NULL`.execute(
      trx,
    );
  if (stationIds.length > 0)
    await sql`
      INSERT INTO stations_to_forget (station_id, gone_at) SELECT id, ${at} FROM unnest(${[...stationIds]}::bigint[]) AS gone (id)
      ON CONFLICT DO NOTHING`.execute(trx);
  if (devices.length + stationIds.length > 0) await addJob(trx, 'devices.forget', {});
}

/**
 * What a device measures from now on is its new owner's and stays, also where what it measured before is deleted later: that takes seconds, and
 * very many devices may wait for it.
 */
export async function keepFromNow(trx: Transaction<Tables>, deviceId: number, now: number): Promise<void> {
  await trx
    .updateTable('devicesToForget')
    .set({ keptFrom: new Date(now) })
    .where('deviceId', '=', deviceId)
    .execute();
}

/** Since when what is stored of devices is of their owner, epoch milliseconds; of those of which something older waits to be deleted. */
export async function measuredSince(db: Db, deviceIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('devicesToForget')
    .select(['deviceId', 'keptFrom'])
    .where('deviceId', '=', sql<number>`ANY(${[...deviceIds]})`)
    .where('keptFrom', 'is not', null)
    .execute();
  return new Map(rows.map(({ deviceId, keptFrom }) => [deviceId, keptFrom!.getTime()]));
}
