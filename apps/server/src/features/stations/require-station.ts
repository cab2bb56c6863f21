import type { Permission } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { runPrepared } from '../../platform/postgres/prepare.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { stationScope } from '../scope/index.ts';

/** What verbs on a station need to know of it. */
export interface RequiredStation {
  id: number;
  name: string;
  organisationId: number;
  ownerId: number | null;
  timeZone: string;
  capacityKw: number;
  latitude: number;
  longitude: number;
  elevation: number | null;
  tilt: number | null;
  azimuth: number | null;
}

/**
 * The station, if the actor may do this on it. Throws AppError `stationNotFound` both for a missing station and for one that is out
 * of the actor's scope.
 */
export async function requireStation(
  db: Db,
  actor: Actor,
  id: number,
  permission: Permission = 'stations.view',
): Promise<RequiredStation> {
  const query = db
    .selectFrom('stations')
    .select([
      'id',
      'name',
      'organisationId',
      'ownerId',
      'timeZone',
      'capacityKw',
      'latitude',
      'longitude',
      'elevation',
      'tilt',
      'azimuth',
    ])
    .where('id', '=', id)
    .where(stationScope(actor, permission));
  const [row] = await runPrepared(db, 'require_station', query);
  if (!row) throw new AppError('stationNotFound', { id });
  return row;
}

interface Holding {
  permission?: Permission;
  /** What the verb changes: the station itself, or what hangs on it. */
  changes: 'station' | 'devices';
}

/**
 * The same in the transaction of a verb that changes something: nobody gives the station away before that ends, and who has lost it while the
 * verb waited for its turn is refused. Throws AppError `stationNotFound`.
 */
export async function holdStation(
  trx: Transaction<Tables>,
  actor: Actor,
  id: number,
  { permission = 'stations.view', changes }: Holding,
): Promise<RequiredStation> {
  // Who may not do it keeps nobody waiting.
  await requireStation(trx, actor, id, permission);
  const row = trx.selectFrom('stations').select('id').where('id', '=', id);
  await (changes === 'station' ? row.forNoKeyUpdate() : row.forShare()).execute();
  return requireStation(trx, actor, id, permission);
}

/** Several stations, all or none. Throws AppError `stationNotFound` for the first that is missing or out of the actor's scope. */
export async function requireStations(
  db: Db,
  actor: Actor,
  { ids, permission }: { ids: readonly number[]; permission: Permission },
): Promise<Pick<RequiredStation, 'id' | 'organisationId'>[]> {
  const wanted = [...new Set(ids)];
  const rows = await db
    .selectFrom('stations')
    .select(['id', 'organisationId'])
    .where('id', 'in', wanted)
    .where(stationScope(actor, permission))
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return wanted.map((id) => {
    const row = found.get(id);
    if (!row) throw new AppError('stationNotFound', { id });
    return row;
  });
}

/** Those of the stations that the actor may see in this way; others are left out without a word. */
export async function visibleStations(
  db: Db,
  actor: Actor,
  { ids, permission }: { ids: readonly number[]; permission: Permission },
): Promise<number[]> {
  const rows = await db
    .selectFrom('stations')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where(stationScope(actor, permission))
    .execute();
  return rows.map(({ id }) => id);
}
