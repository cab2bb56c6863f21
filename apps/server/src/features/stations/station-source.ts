import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { anyOf } from '../../platform/postgres/list-query.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { notEndedId, stationScope } from '../scope/index.ts';
import {
  needsStations,
  stateConditions,
  stationCondition,
  type ScopedActor,
  type StationFilter,
} from './station-filter.ts';

const eb = expressionBuilder<Tables, 'stations'>();

interface StationSource {
  /** `station_states AS state`, with `listed_stations AS stations` and `money` where they are asked for. */
  from: RawBuilder<unknown>;
  /** Scope and filter without the status, under which counts by status are taken. */
  where: RawBuilder<SqlBool>;
  /** The status alone. */
  ofStatus: RawBuilder<SqlBool>;
  /** All of it. */
  whereAll: RawBuilder<SqlBool>;
}

const NOT_ENDED = notEndedId(sql`state.station_id`);

/** Where stations under a filter are read from: the table of states alone where that is enough, else with what stations are listed by. */
export function stationSource(
  scoped: ScopedActor,
  filter: StationFilter,
  { withStations = false }: { withStations?: boolean } = {},
): StationSource {
  const { actor, moneyScope = stationScope(actor, 'tariffs.view') } = scoped;
  const stations = withStations || needsStations(actor, filter);
  const money = filter.currency === undefined ? undefined : moneyIn(filter.currency, actor.at);
  const from = stations
    ? sql`station_states AS state JOIN listed_stations AS stations ON stations.id = state.station_id ${money ?? sql``}`
    : sql`station_states AS state`;
  const seen = stations ? stationCondition(scoped, filter, 'listed')(eb) : NOT_ENDED;
  const earns = money ? moneyScope(eb) : sql<SqlBool>`true`;
  const where = sql<SqlBool>`${seen} AND ${earns} AND ${stateConditions(scoped, filter)}`;
  const ofStatus = filter.status ? anyOf('state.status', filter.status) : sql<SqlBool>`true`;
  return { from, where, ofStatus, whereAll: sql<SqlBool>`${where} AND ${ofStatus}` };
}

/** Counted revenue of one currency; which of the figures are known depends on the day of each station. */
const moneyIn = (currency: string, now: number) => sql`JOIN (
    SELECT revenue.*, counted.day_ends_at > ${new Date(now)}::timestamptz AS day_runs
      FROM station_revenues revenue LEFT JOIN revenue_counts counted USING (station_id)
     WHERE revenue.currency = ${currency}) AS money ON money.station_id = stations.id`;
