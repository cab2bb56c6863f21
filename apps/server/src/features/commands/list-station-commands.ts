import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { onPage, toPage } from '../../platform/postgres/list-query.ts';
import { isTold } from '../scope/index.ts';
import { requireStation } from '../stations/index.ts';
import { COMMAND, viewCommand } from './view-command.ts';

type Route = (typeof routes)['listStationCommands'];

/**
 * One page of the commands to devices while they were at a station, newest first. A device that is elsewhere now is not named: it may be somebody
 * else's. Nor are those of before the station was the actor's side's. Throws AppError `stationNotFound`.
 */
export async function listStationCommands(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  stationId: number,
  { state, writes, byPeople, deviceId, ...paging }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  await requireStation(db, actor, stationId, 'parameters.read');
  const all = db
    .selectFrom('commands')
    .innerJoin('stations', 'stations.id', 'commands.stationId')
    .leftJoin('devices', (join) =>
      join.onRef('devices.id', '=', 'commands.deviceId').on('devices.stationId', '=', stationId),
    )
    .where('commands.stationId', '=', stationId)
    .where('commands.request', 'is not', null)
    .where(isTold(actor, COMMAND))
    .$if(state !== undefined && state.length > 0, (some) => some.where('commands.state', 'in', state!))
    .$if(writes !== undefined, (some) => some.where('commands.writes', '=', writes!))
    .$if(byPeople !== undefined, (some) => some.where('commands.userId', byPeople ? 'is not' : 'is', null))
    .$if(deviceId !== undefined, (some) => some.where('devices.id', '=', deviceId!));
  const [rows, { total }] = await Promise.all([
    all
      .leftJoin('users', 'users.id', 'commands.userId')
      .selectAll('commands')
      .select(['users.id as knownUserId', 'users.name'])
      .select(['devices.id as knownDeviceId', 'devices.sn', 'devices.name as deviceName'])
      .orderBy('commands.id', 'desc')
      .$call(onPage(paging))
      .execute(),
    all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const shown = rows.map((row) => ({
    ...viewCommand(row),
    device: row.knownDeviceId === null ? null : { id: row.knownDeviceId, sn: row.sn!, name: row.deviceName },
  }));
  return toPage(paging, total, shown);
}
