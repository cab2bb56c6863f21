import { localTimeOf } from '@sunfleet/analysis';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

/** Before this hour of the local day the sun may still be that of the day before, where clocks run ahead of it. */
const MORNING = '04';

/** Zones of all stations. Jumps from one to the next along the index, so that it does not read as many rows as there are stations. */
export async function zonesOfStations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    WITH RECURSIVE zones (zone) AS (
      SELECT min(time_zone) FROM stations
      UNION ALL
      SELECT (SELECT min(time_zone) FROM stations WHERE time_zone > zones.zone) FROM zones WHERE zones.zone IS NOT NULL)
    SELECT zone FROM zones WHERE zone IS NOT NULL`.execute(db);
  return rows.map(({ zone }) => zone);
}

/** Those in which it is after midnight and before morning. Clocks are read here: the database may not know a zone that the runtime knows. */
export const zonesInTheMorning = async (db: Db, now: number): Promise<string[]> =>
  (await zonesOfStations(db)).filter((zone) => localTimeOf(now, zone).slice(11, 13) < MORNING);
