import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

/** Serial numbers of a list that name no device of a station, each once. */
export async function missingDevices(db: Db, stationId: number, sns: readonly string[]): Promise<string[]> {
  const own = await db
    .selectFrom('devices')
    .select('sn')
    .where('stationId', '=', stationId)
    .where('sn', '=', sql<string>`ANY(${[...sns]})`)
    .execute();
  const here = new Set(own.map(({ sn }) => sn));
  return [...new Set(sns)].filter((sn) => !here.has(sn));
}
