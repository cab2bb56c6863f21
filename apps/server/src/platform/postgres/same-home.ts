import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * Condition on two devices, by the names that their rows have in the query: both belong to one station, or neither is bound and both
 * belong to one organisation or to nobody. Only such devices may hang on each other.
 */
export function sameHome(child: string, parent: string): RawBuilder<SqlBool> {
  const station = (table: string) => sql.ref(`${table}.stationId`);
  const organisation = (table: string) => sql.ref(`${table}.organisationId`);
  return sql<SqlBool>`(${station(child)} IS NOT DISTINCT FROM ${station(parent)} AND (
    ${station(child)} IS NOT NULL OR ${organisation(child)} IS NOT DISTINCT FROM ${organisation(parent)}))`;
}
