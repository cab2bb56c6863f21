import type { StationStatus, StationType } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { seesMasked, type Actor } from '../../platform/actor.ts';
import { anyOf, contains, escapeLike } from '../../platform/postgres/list-query.ts';
import { carriesLabel } from '../labels/index.ts';
import { seesEverything, type StationCondition } from '../scope/index.ts';

/** What lists and the map of stations can be narrowed by. */
export interface StationFilter {
  q?: string | undefined;
  status?: readonly StationStatus[] | undefined;
  type?: readonly StationType[] | undefined;
  /** Ids of labels; one of them is enough. */
  label?: readonly number[] | undefined;
}

/** Who asks, and which stations that one may see (`readStationScope`). */
export interface ScopedActor {
  actor: Actor;
  scope: StationCondition;
}

/** Whether the filter (its status apart) asks for columns of the table of stations. */
export function needsStations(actor: Actor, filter: StationFilter): boolean {
  return (
    !seesEverything(actor) || Boolean(filter.q) || filter.type !== undefined || filter.label !== undefined
  );
}

/** Scope, search and type of a list as one condition; the status is the caller's, because counts are taken without it. */
export function stationCondition({ actor, scope }: ScopedActor, filter: StationFilter): StationCondition {
  return (eb) =>
    eb.and([
      scope(eb),
      ...(filter.type ? [anyOf('stations.type', filter.type)] : []),
      ...(filter.label ? [carriesLabel(actor, 'station', filter.label)] : []),
      ...(filter.q ? [search(actor, filter.q)] : []),
    ]);
}

/** Trigram indexes cannot find shorter texts, and half the fleet contains them, so one pass over the table is faster. */
const INDEXED_LENGTH = 3;

/**
 * Stations with the text in name, town or address, or with a device whose serial number begins with it: four questions, each of
 * which an index answers. Visitors search by name and town alone: addresses and serial numbers are hidden from them.
 */
function search(actor: Actor, text: string): RawBuilder<SqlBool> {
  const name = contains('stations.name', text);
  const town = contains('stations.town', text);
  if (seesMasked(actor)) return sql`(${name} OR ${town})`;
  const address = contains('stations.address', text);
  if ([...text].length < INDEXED_LENGTH) return sql`(${name} OR ${town} OR ${address})`;
  return sql`stations.id IN (SELECT stations.id FROM stations WHERE ${name}
    UNION SELECT stations.id FROM stations WHERE ${town}
    UNION SELECT stations.id FROM stations WHERE ${address}
    UNION SELECT devices.station_id FROM devices WHERE ${snStartsWith(text)})`;
}

/** Condition on `devices`: the serial number begins with the text, whatever the case. */
export function snStartsWith(text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(devices.sn) LIKE ${`${escapeLike(text.toLowerCase())}%`}`;
}
