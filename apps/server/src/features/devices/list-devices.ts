import { DEVICE_STATUSES, type RouteOutput, type routes } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { anyOf, limitTo, toPage, type Paging } from '../../platform/postgres/list-query.ts';
import { maskFor } from '../accounts/index.ts';
import { batchesOf } from '../device-batches/index.ts';
import { labelTags } from '../labels/index.ts';
import { requireStation } from '../stations/index.ts';
import { readListedScope } from '../scope/index.ts';
import type { CountDevices } from './count-devices.ts';
import { deviceCondition, type DeviceFilter, type ScopedActor } from './device-filter.ts';
import { deviceSource } from './device-source.ts';
import { joinsOf, orderBy, orderFromEnd, shownSort, type DeviceSort } from './device-sort.ts';
import { devicesWithState, toDeviceRow } from './device-view.ts';

type DevicePage = RouteOutput<(typeof routes)['listDevices']>;

export interface DeviceListQuery extends DeviceFilter, Paging {
  sort: DeviceSort;
  order: 'asc' | 'desc';
}

/**
 * One page of the devices an actor may see, with the number of devices by status under the same search.
 * Throws AppError `stationNotFound` for a station out of scope.
 */
export async function listDevices(
  platform: Pick<Platform, 'db'> & { countDevices: CountDevices },
  actor: Actor,
  { sort, ...asked }: DeviceListQuery,
): Promise<DevicePage> {
  const query = { ...asked, sort: shownSort(actor, sort) };
  if (query.stationId !== undefined) await requireStation(platform.db, actor, query.stationId);
  const scoped = { actor, scope: await readListedScope(platform.db, actor, query.bound) };
  const counted = platform.countDevices(scoped, query);
  const chosen = new Set(query.status ?? DEVICE_STATUSES);
  const totalOf = (counts: DevicePage['counts']) =>
    [...chosen].reduce((sum, status) => sum + counts[status], 0);
  const isFar = query.page * query.pageSize > FAR;
  const [ids, counts] = await Promise.all([
    isFar
      ? counted.then((counts) => farPageOfIds(platform, scoped, { query, total: totalOf(counts) }))
      : pageOfIds(platform, scoped, query),
    counted,
  ]);
  const total = totalOf(counts);
  const shown = await readRows(platform, scoped, ids);
  return { ...toPage(query, total, shown), counts };
}

/** Rows that the actor may see, in the order of their ids; a device that went meanwhile is left out. */
export async function readRows(
  { db }: Pick<Platform, 'db'>,
  { actor, scope }: ScopedActor,
  ids: readonly number[],
): Promise<DevicePage['rows']> {
  const [rows, labels, batches] = await Promise.all([
    ids.length === 0
      ? []
      : devicesWithState(db)
          .where('devices.id', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
          .where(scope)
          .execute(),
    labelTags(db, actor, { of: 'device', ids }),
    batchesOf(db, actor, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const mask = maskFor(actor);
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => toDeviceRow(row, mask, { labels, batches }));
}

/** Beyond so many rows it is worth while to know whether a page is nearer to the end. */
const FAR = 10_000;

interface FarPage {
  query: DeviceListQuery;
  /** Devices under scope and filter. */
  total: number;
}

/** A page in the second half is read from the end: the database sorts what comes before it, and that is less. */
async function farPageOfIds(
  platform: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  { query, total }: FarPage,
): Promise<readonly number[]> {
  const from = (query.page - 1) * query.pageSize;
  const size = Math.min(query.pageSize, total - from);
  if (from < total / 2 || size <= 0) return pageOfIds(platform, scoped, query);
  const order = orderFromEnd(query.sort, query.order);
  const ids = await readIds(platform, scoped, { query, order, limit: limitOf(size, total - from - size) });
  return ids.toReversed();
}

const limitOf = (rows: number, before: number) => sql`LIMIT ${rows} OFFSET ${before}`;

export const pageOfIds = (platform: Pick<Platform, 'db'>, scoped: ScopedActor, query: DeviceListQuery) =>
  readIds(platform, scoped, {
    query,
    order: orderBy(query.sort, query.order),
    limit: limitTo(query),
  });

interface OrderedIds {
  query: DeviceListQuery;
  order: RawBuilder<unknown>;
  limit: RawBuilder<unknown>;
}

async function readIds(
  { db }: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  { query, order, limit }: OrderedIds,
): Promise<readonly number[]> {
  const result = await sql<{ id: number }>`
    SELECT devices.id FROM ${deviceSource({ filter: query, sort: query.sort })} ${joinsOf(query.sort)}
    WHERE ${deviceCondition(scoped, query)} AND ${query.status ? anyOf('state.status', query.status) : sql`true`}
    ORDER BY ${order} ${limit}`.execute(db);
  return result.rows.map((row) => row.id);
}
