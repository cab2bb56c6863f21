import { ROLE_MATRIX, ROLES } from '@sunfleet/contract';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

const ofScope = (wanted: string) => ROLES.filter((role) => ROLE_MATRIX[role].scope === wanted);

/**
 * Parts of a query, to come after `WITH`: `released` are those of some stations (ids as a query) on which the keeper of a tariff holds no right any more.
 * `keeper` is a query of one row with `owner_id` and `organisation_id`; nobody's stations are released where both are null.
 */
export const releasedOf = (keeper: RawBuilder<unknown>, stations: RawBuilder<unknown>, now: number) => sql`
    keeper AS MATERIALIZED (
      SELECT owner_id, organisation_id FROM (${keeper}) AS kept WHERE owner_id IS NOT NULL OR organisation_id IS NOT NULL
    ), people AS MATERIALIZED (
      SELECT users.id, users.role FROM keeper
        JOIN users ON users.id = keeper.owner_id OR users.organisation_id = keeper.organisation_id
        LEFT JOIN roles ON roles.id = users.role_id
       WHERE users.id = keeper.owner_id OR coalesce(roles.scope <> 'own', users.role <> ALL(${ofScope('own')}::text[]))
    ), granted AS MATERIALIZED (
      SELECT g.id, g.organisation_id FROM grants g CROSS JOIN keeper
       WHERE g.state = 'accepted' AND g.role = 'operator' AND g.begins_at <= ${new Date(now)} AND g.ends_at > ${new Date(now)}
         AND (g.to_organisation_id = keeper.organisation_id OR g.to_user_id IN (SELECT id FROM people))
    ), homes AS MATERIALIZED (
      SELECT part.id FROM organisations whole JOIN organisations part ON starts_with(part.scope_path, whole.scope_path)
       WHERE whole.scope_path <> ''
         AND whole.id IN (SELECT organisation_id FROM keeper UNION ALL SELECT organisation_id FROM granted)
    ), released AS MATERIALIZED (
      SELECT stations.id FROM keeper CROSS JOIN stations
       WHERE stations.id IN (${stations})
         AND NOT EXISTS (SELECT FROM people WHERE role = ANY(${ofScope('all')}::text[]))
         AND coalesce(stations.owner_id NOT IN (SELECT id FROM people), true)
         AND stations.organisation_id NOT IN (SELECT id FROM homes)
         AND stations.id NOT IN (
           SELECT named.station_id FROM granted JOIN grant_stations named ON named.grant_id = granted.id)
    )`;

/**
 * Before a tariff changes or goes: lets stations on which its keeper holds no right any more go on with a copy of it, as it is now and kept by
 * nobody. Whoever gave a station away, and whose authorisation ended by whatever way and the clock too, so changes no prices there. One copy is
 * for all of them. The tariff is held by the caller's transaction.
 */
export async function releaseStations(
  trx: Transaction<Tables>,
  tariffId: number,
  now: number,
): Promise<void> {
  const keeper = sql`SELECT owner_id, organisation_id FROM tariffs WHERE id = ${tariffId}`;
  const stations = sql`SELECT station_id FROM station_tariffs WHERE tariff_id = ${tariffId}`;
  await sql`
    WITH ${releasedOf(keeper, stations, now)}, copy AS (
      INSERT INTO tariffs (name, currency, versions) SELECT name, currency, versions FROM tariffs
       WHERE id = ${tariffId} AND EXISTS (SELECT FROM released) RETURNING id
    )
    UPDATE station_tariffs SET tariff_id = copy.id FROM copy
     WHERE tariff_id = ${tariffId} AND station_id IN (SELECT id FROM released)`.execute(trx);
}
