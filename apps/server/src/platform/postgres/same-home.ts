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

/**
 * Condition on a device and the logger that it hangs on: the logger may speak for it, because the device has no secret of its own or a
 * person let the logger speak for it all the same.
 */
export function spokenFor(child: string, logger: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sameHome(child, logger)} AND (${sql.ref(`${child}.secretHash`)} IS NULL OR ${sql.ref(`${child}.loggerSpeaks`)}))`;
}
