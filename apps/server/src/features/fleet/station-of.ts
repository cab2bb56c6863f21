import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { readStations } from './fleet.queries.ts';
import type { Fleet, FleetStation } from './fleet.ts';

/**
 * A station as the fleet knows it, or as the database has it while its announcement is still under way: whoever has just created one opens its
 * page at once, on any server. Throws AppError `stationNotFound`.
 */
export async function stationOf(
  { db, fleet }: { db: Db; fleet: Pick<Fleet, 'station'> },
  id: number,
): Promise<FleetStation> {
  const station = fleet.station(id) ?? (await readStations(db, [id]))[0];
  if (!station) throw new AppError('stationNotFound', { id });
  return station;
}
