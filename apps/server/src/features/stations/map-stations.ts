import type { RouteOutput, routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskFor } from '../accounts/index.ts';
import { anyOf } from '../../platform/postgres/list-query.ts';
import { stationCondition, type StationFilter } from './station-filter.ts';

type StationPins = RouteOutput<(typeof routes)['mapStations']>;

/** Stations that the database puts into one row: fifty thousand rows would be read in one go, in which nobody else has a turn. */
const PART = 500;

/** Position and state of every station under the filter, largest first, so that a map draws big ones below small ones. */
export async function mapStations(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  filter: StationFilter,
): Promise<StationPins> {
  const mask = maskFor(actor);
  const placed = platform.db
    .selectFrom('stations')
    .innerJoin('stationStates as state', 'state.stationId', 'stations.id')
    .select([
      'stations.id',
      'stations.name',
      'stations.latitude',
      'stations.longitude',
      'stations.capacityKw',
      'state.status',
      'state.power',
    ])
    .select(sql<number>`row_number() OVER (ORDER BY stations.capacity_kw DESC, stations.id)`.as('place'))
    .where(stationCondition(actor, filter))
    .$if(filter.status !== undefined, (query) => query.where(anyOf('state.status', filter.status ?? [])));
  const { rows } = await sql<{ pins: StationPins }>`
    SELECT json_agg(json_build_object('id', id, 'name', name, 'latitude', latitude, 'longitude', longitude,
             'capacityKw', capacity_kw, 'status', status, 'power', power) ORDER BY place) AS pins
      FROM (${placed}) AS placed GROUP BY (place - 1) / ${PART} ORDER BY min(place)`.execute(platform.db);
  const pins = rows.flatMap((part) => part.pins);
  if (!mask.active) return pins;
  return pins.map((row) => ({
    ...row,
    latitude: mask.coordinate(row.latitude),
    longitude: mask.coordinate(row.longitude),
  }));
}
