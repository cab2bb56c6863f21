import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { DeviceReply, DeviceRequest } from '../../platform/links/device-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { onPage, toPage } from '../../platform/postgres/list-query.ts';
import { requireDevice } from '../devices/index.ts';

type Route = (typeof routes)['listDeviceCommands'];
type Page = RouteOutput<Route>;

/**
 * One page of the commands to a device in its station, newest first. Those from before it came there are not shown: they were somebody else's.
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
    .where('commands.deviceId', '=', deviceId)
    .where('commands.request', 'is not', null)
    .where(sql<SqlBool>`commands.station_id IS NOT DISTINCT FROM devices.station_id`)
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
  const shown = rows.map(({ id, knownUserId, name, request, state, at, sentAt, endedAt, reply }) => ({
    id,
    user: knownUserId === null ? null : { id: knownUserId, name: name ?? '' },
    asked: askedOf(JSON.parse(request!) as DeviceRequest),
    state,
    at: at.getTime(),
    sentAt: sentAt?.getTime() ?? null,
    endedAt: endedAt?.getTime() ?? null,
    ...answerOf(reply === null ? undefined : (JSON.parse(reply) as DeviceReply)),
  }));
  return toPage(query, total, shown);
}

type Shown = Page['rows'][number];

function askedOf(request: DeviceRequest): Shown['asked'] {
  if (request.type === 'modbusWrite') return { ...request, words: [...request.words] };
  return request.type === 'command' ? { ...request, params: { ...request.params } } : request;
}

function answerOf(reply: DeviceReply | undefined): Pick<Shown, 'failure' | 'detail' | 'words' | 'result'> {
  const none = { failure: null, detail: null, words: null, result: null };
  if (!reply) return none;
  if (!reply.ok) return { ...none, failure: reply.failure, detail: reply.detail ?? null };
  return { ...none, words: reply.words ? [...reply.words] : null, result: reply.result ?? null };
}
