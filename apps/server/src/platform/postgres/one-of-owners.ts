import { sql } from 'kysely';
import type { Db } from './client.ts';

/** One of several owners has at most so many times what is left, in all three fifths of what an organisation may have. */
const TIMES_WHAT_IS_LEFT = 1.5;

/**
 * How much more one of several owners may use of what an organisation may have: by what is left, so that two leave a quarter to the others, and five an eighth. Of a fixed
 * part two would use up all of it.
 */
export const roomOfOwner = ({ most, used, own }: { most: number; used: number; own: number }): number =>
  Math.floor((TIMES_WHAT_IS_LEFT * (most - used) - own) / (1 + TIMES_WHAT_IS_LEFT) + ROUNDING);

/** Numbers of a computer hold no exact tenths. */
const ROUNDING = 1e-6;

/**
 * Who owns the station of each device, where others have stations in its organisation, too: what an organisation may have is not one owner's to use
 * up then. Each owner is looked up once, however many of the devices are theirs.
 */
export async function readOneOfOwners(
  db: Db,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; ownerId: number }>`
    WITH own AS MATERIALIZED (
      SELECT devices.id, devices.organisation_id, stations.owner_id
        FROM devices JOIN stations ON stations.id = devices.station_id
       WHERE devices.id = ANY(${[...deviceIds]}::bigint[]) AND stations.owner_id IS NOT NULL),
    one AS MATERIALIZED (SELECT DISTINCT organisation_id, owner_id FROM own)
    SELECT own.id, own.owner_id FROM own JOIN one USING (organisation_id, owner_id)
     WHERE EXISTS (SELECT FROM stations AS other
       WHERE other.organisation_id = one.organisation_id AND other.owner_id IS DISTINCT FROM one.owner_id)`.execute(
    db,
  );
  return new Map(rows.map(({ id, ownerId }) => [id, ownerId]));
}
