import type { RouteOutput, routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskFor } from '../accounts/index.ts';
import { requireMoney } from './list-stations.ts';
import { readScoped, type StationFilter } from './station-filter.ts';
import { stationSource } from './station-source.ts';

type StationPins = RouteOutput<(typeof routes)['mapStations']>;

/** As the database names its columns. */
type PinRow = Omit<StationPins[number], 'capacityKw'> & { capacity_kw: number };

/** Position and state of every station under the filter, largest first, so that a map draws big ones below small ones. */
export async function mapStations(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  filter: StationFilter,
): Promise<StationPins> {
  requireMoney(actor, filter);
  const mask = maskFor(actor);
  const { from, whereAll } = stationSource(await readScoped(platform.db, actor, filter), filter);
  const asked = sql<PinRow>`
    SELECT pin.id, pin.name, pin.latitude, pin.longitude, pin.capacity_kw, state.status, state.power
      FROM ${from} JOIN stations AS pin ON pin.id = state.station_id WHERE ${whereAll}
     ORDER BY pin.capacity_kw DESC, pin.id`.compile(platform.db);
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
