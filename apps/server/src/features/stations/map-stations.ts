import type { RouteOutput, routes } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskFor } from '../accounts/index.ts';
import { anyOf } from '../../platform/postgres/list-query.ts';
import { readStationScope } from '../scope/index.ts';
import { stationCondition, type StationFilter } from './station-filter.ts';

type StationPins = RouteOutput<(typeof routes)['mapStations']>;

/** As the database names its columns. */
type PinRow = Omit<StationPins[number], 'capacityKw'> & { capacity_kw: number };

/** Position and state of every station under the filter, largest first, so that a map draws big ones below small ones. */
export async function mapStations(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  filter: StationFilter,
): Promise<StationPins> {
  const mask = maskFor(actor);
  const scope = await readStationScope(platform.db, actor);
  const asked = platform.db
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
    .where(stationCondition({ actor, scope }, filter))
    .$if(filter.status !== undefined, (query) => query.where(anyOf('state.status', filter.status ?? [])))
    .orderBy('stations.capacityKw', 'desc')
    .orderBy('stations.id')
    .compile();
  // Without plugins: they would rename the columns of fifty thousand rows in one go, in which nobody else has a turn.
  const { rows } = await platform.db.withoutPlugins().executeQuery<PinRow>(asked);
  return rows.map(({ id, name, latitude, longitude, capacity_kw: capacityKw, status, power }) => ({
    id,
    name,
    latitude: mask.coordinate(latitude),
    longitude: mask.coordinate(longitude),
    capacityKw,
    status,
    power,
  }));
}
