import { DEVICE_STATUSES, type RouteOutput, type routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { anyOf, toPage, type Paging } from '../../platform/postgres/list-query.ts';
import { maskFor } from '../accounts/index.ts';
import { batchesOf } from '../device-batches/index.ts';
import { labelTags } from '../labels/index.ts';
import { requireStation } from '../stations/index.ts';
import { readListedScope } from '../scope/index.ts';
import type { Boards } from './board/ask-board.ts';
import { MANY, type CountDevices, type DeviceCounts } from './count-devices.ts';
import { deviceCondition, isNarrowed, type DeviceFilter, type ScopedActor } from './device-filter.ts';
import { deviceSource } from './device-source.ts';
import { shownSort, type DeviceSort } from './device-sort.ts';
import { devicesWithState, toDeviceRow } from './device-view.ts';
import { readFew } from './few-devices.ts';
import { orderedIds } from './ordered-ids.ts';

type DevicePage = RouteOutput<(typeof routes)['listDevices']>;

type Listing = Pick<Platform, 'db'> & { countDevices: CountDevices; boards: Boards };

export interface DeviceListQuery extends DeviceFilter, Paging {
  sort: DeviceSort;
  order: 'asc' | 'desc';
}

/**
 * One page of the devices an actor may see, with the number of devices by status under the same search.
 * Throws AppError `stationNotFound` for a station out of scope.
 */
export async function listDevices(
  platform: Listing,
  actor: Actor,
  { sort, ...asked }: DeviceListQuery,
): Promise<DevicePage> {
  const query = { ...asked, sort: shownSort(actor, sort) };
  if (query.stationId !== undefined) await requireStation(platform.db, actor, query.stationId);
  const scoped = { actor, scope: await readListedScope(platform.db, actor, query.bound) };
  const { ids, counts } = await findPage(platform, scoped, query);
  const shown = await readRows(platform, scoped, ids);
  return { ...toPage(query, totalOf(query, counts), shown), counts };
}

const allOf = (counts: DeviceCounts): number => totalOf({ status: undefined }, counts);

function totalOf({ status }: Pick<DeviceFilter, 'status'>, counts: DeviceCounts): number {
  return [...new Set(status ?? DEVICE_STATUSES)].reduce((sum, one) => sum + counts[one], 0);
}

/** Ids of the page and the counts: of very many devices from what is kept of them in memory, else from the database. */
async function findPage(
  platform: Listing,
  scoped: ScopedActor,
  query: DeviceListQuery,
): Promise<{ ids: readonly number[]; counts: DeviceCounts }> {
  const { boards } = platform;
  const known = await boards.ask(scoped, query);
  if (known?.ids) return { ids: known.ids, counts: known.counts };
  if (known) {
    const total = totalOf(query, known.counts);
    return { ids: await farPageOfIds(platform, scoped, { query, total }), counts: known.counts };
  }
  const found = await readPage(platform, scoped, query);
  if (allOf(found.counts) >= MANY) boards.want();
  return found;
}

/** Of few devices by one statement, of many by two, of which the counts may be known already. */
async function readPage(
  platform: Listing,
  scoped: ScopedActor,
  query: DeviceListQuery,
): Promise<{ ids: readonly number[]; counts: DeviceCounts }> {
  const { countDevices } = platform;
  const few = countDevices.known(scoped, query) ? undefined : await readFew(platform, scoped, query);
  if (few) return few;
  const counted = countDevices.count(scoped, query);
  const isFar = query.page * query.pageSize > FAR;
  const [ids, counts] = await Promise.all([
    isFar
      ? counted.then((counts) => farPageOfIds(platform, scoped, { query, total: totalOf(query, counts) }))
      : pageOfIds(platform, scoped, query),
    counted,
  ]);
  return { ids, counts };
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
  const rows = { rows: size, before: total - from - size, fromEnd: true };
  const ids = await readIds(platform, scoped, { query, ...rows });
  return ids.toReversed();
}

export const pageOfIds = (platform: Pick<Platform, 'db'>, scoped: ScopedActor, query: DeviceListQuery) =>
  readIds(platform, scoped, { query, rows: query.pageSize, before: (query.page - 1) * query.pageSize });

interface AskedIds {
  query: DeviceListQuery;
  rows: number;
  before: number;
  fromEnd?: boolean;
}

/** Ids of some devices of a list, in its order or from its end. */
export async function readIds(
  { db }: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  { query, ...page }: AskedIds,
): Promise<readonly number[]> {
  const { status, sort, order } = query;
  const source = deviceSource({ filter: query, sort });
  const condition = sql<SqlBool>`${deviceCondition(scoped, query)} AND ${status ? anyOf('state.status', status) : sql`true`}`;
  const narrowed = isNarrowed(query);
  const result = await orderedIds({ sort, order, narrowed, source, condition, ...page }).execute(db);
  return result.rows.map((row) => row.id);
}
