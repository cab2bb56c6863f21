import type { StationStatus, StationType } from '@sunfleet/contract';
import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { seesEverything, stationScope } from './station-scope.ts';

/** What lists and the map of stations can be narrowed by. */
export interface StationFilter {
  q?: string | undefined;
  status?: readonly StationStatus[] | undefined;
  type?: readonly StationType[] | undefined;
}

/** Whether the filter (its status apart) asks for columns of the table of stations. */
export function needsStations(actor: Actor, filter: StationFilter): boolean {
  return !seesEverything(actor) || Boolean(filter.q) || filter.type !== undefined;
}

/** Scope, search and type of a list as one condition; the status is the caller's, because counts are taken without it. */
export function stationCondition(actor: Actor, filter: StationFilter) {
  return (eb: ExpressionBuilder<Tables, 'stations'>): Expression<SqlBool> =>
    eb.and([
      stationScope(actor)(eb),
      ...(filter.type ? [anyOf('stations.type', filter.type)] : []),
      ...(filter.q ? [search(eb, actor, filter.q)] : []),
    ]);
}

/** `column = ANY(values)`, which is also right for no values at all. */
export function anyOf(column: string, values: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = ANY(${[...values]}::text[])`;
}

/** Visitors search by name alone: addresses and serial numbers are hidden from them. */
function search(eb: ExpressionBuilder<Tables, 'stations'>, actor: Actor, text: string): Expression<SqlBool> {
  const part = `%${escapeLike(text.toLowerCase())}%`;
  const name = sql<SqlBool>`lower(stations.name COLLATE pg_c_utf8) LIKE ${part}`;
  if (actor.role === 'visitor') return name;
  const address = sql<SqlBool>`lower(stations.address COLLATE pg_c_utf8) LIKE ${part}`;
  const bySn = eb
    .selectFrom('devices')
    .select('devices.stationId')
    .where('devices.stationId', 'is not', null)
    .where(snStartsWith(text));
  return eb.or([name, address, eb('stations.id', 'in', bySn)]);
}

/** Condition on `devices`: the serial number begins with the text, whatever the case. */
export function snStartsWith(text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(devices.sn) LIKE ${`${escapeLike(text.toLowerCase())}%`}`;
}

/** Takes `%`, `_` and the backslash of a search text literally. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
