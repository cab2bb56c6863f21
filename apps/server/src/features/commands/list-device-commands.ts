import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { onPage, toPage } from '../../platform/postgres/list-query.ts';
import { requireDevice } from '../devices/index.ts';
import { isTold } from '../scope/index.ts';
import { COMMAND, viewCommand } from './view-command.ts';

type Route = (typeof routes)['listDeviceCommands'];
type Page = RouteOutput<Route>;

/**
 * One page of the commands to a device in its station, newest first. Those from before it came there, or the station to the actor's side, are not shown:
 * they were somebody else's.
 * Throws AppError `deviceNotFound`.
 */
export async function listDeviceCommands(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  deviceId: number,
  query: RouteRequest<Route>['query'],
): Promise<Page> {
  await requireDevice(db, actor, deviceId, 'parameters.read');
  const all = db
    .selectFrom('commands')
    .innerJoin('devices', 'devices.id', 'commands.deviceId')
    .leftJoin('stations', 'stations.id', 'devices.stationId')
    .where('commands.deviceId', '=', deviceId)
    .where('commands.request', 'is not', null)
    .where(sql<SqlBool>`commands.station_id IS NOT DISTINCT FROM devices.station_id`)
    .where(sql<SqlBool>`(devices.station_id IS NULL OR ${isTold(actor, COMMAND)})`)
    .where(
      sql<SqlBool>`(devices.station_id IS NOT NULL OR commands.organisation_id IS NOT DISTINCT FROM devices.organisation_id)`,
    );
  const [rows, { total }] = await Promise.all([
    all
      .leftJoin('users', 'users.id', 'commands.userId')
      .selectAll('commands')
      .select(['users.id as knownUserId', 'users.name'])
      .orderBy('commands.id', 'desc')
      .$call(onPage(query))
      .execute(),
    all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return toPage(query, total, rows.map(viewCommand));
}
