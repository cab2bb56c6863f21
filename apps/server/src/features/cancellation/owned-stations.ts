import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { endedByTwo } from '../ended-stations/index.ts';
import { isOnePersons } from '../organisations/index.ts';

export interface OwnedStation {
  id: number;
  name: string;
  devices: number;
  /** Who keeps the station without the owner; null if nobody could. */
  organisation: string | null;
  /** Whether it may be deleted with the account: one that two people have to end stays with who keeps it. */
  deletable: boolean;
}

/**
 * Stations of an account that were not ended. An organisation can keep one if it is no person's own and has somebody left who could look after it: it
 * is not the owner's, or the owner is not alone in it.
 */
export async function ownedStations(db: Db, userId: number, now: number): Promise<OwnedStation[]> {
  const { rows } = await sql<Omit<OwnedStation, 'deletable'>>`
    SELECT s.id, s.name,
           (SELECT count(*) FROM devices d WHERE d.station_id = s.id) AS devices,
           CASE WHEN NOT ${isOnePersons('o')} AND (u.organisation_id IS DISTINCT FROM o.id OR EXISTS (
             SELECT 1 FROM users other WHERE other.organisation_id = o.id AND other.id <> u.id)) THEN o.name END AS organisation
      FROM stations s
      JOIN organisations o ON o.id = s.organisation_id
      JOIN users u ON u.id = s.owner_id
     WHERE s.owner_id = ${userId} AND s.ended_at IS NULL
     ORDER BY s.name, s.id`.execute(db);
  const kept = rows.filter(({ organisation }) => organisation !== null);
  const byTwo = await endedByTwo(db, { ids: kept.map(({ id }) => id), now });
  return rows.map((row) => ({ ...row, deletable: !byTwo.has(row.id) }));
}
