import {
  DEVICE_STATUSES,
  type DeviceKind,
  type DeviceStatus,
  type RouteOutput,
  type routes,
} from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { seesMasked, type Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { anyOf, contains, limitTo, toPage, type Paging } from '../../platform/postgres/list-query.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { maskFor } from '../accounts/index.ts';
import { carriesLabel, labelTags } from '../labels/index.ts';
import { requireStation, snStartsWith } from '../stations/index.ts';
import { readDeviceScope, type DeviceCondition } from '../scope/index.ts';
import { orderBy, type DeviceSort } from './device-sort.ts';
import { devicesWithState, toDeviceRow } from './device-view.ts';

type DevicePage = RouteOutput<(typeof routes)['listDevices']>;

interface DeviceFilter {
  q?: string | undefined;
  kind?: readonly DeviceKind[] | undefined;
  status?: readonly DeviceStatus[] | undefined;
  stationId?: number | undefined;
  /** Ids of labels; one of them is enough. */
  label?: readonly number[] | undefined;
  /** False: those that reported but belong to no station. */
  bound: boolean;
}

/** Who asks, and which devices that one may see. */
interface ScopedActor {
  actor: Actor;
  scope: DeviceCondition;
}

export interface DeviceListQuery extends DeviceFilter, Paging {
  sort: DeviceSort;
  order: 'asc' | 'desc';
}

/**
 * One page of the devices an actor may see, with the number of devices by status under the same search.
 * Throws AppError `stationNotFound` for a station out of scope.
 */
export async function listDevices(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  query: DeviceListQuery,
): Promise<DevicePage> {
  if (query.stationId !== undefined) await requireStation(platform.db, actor, query.stationId);
  const scoped = { actor, scope: await readDeviceScope(platform.db, actor) };
  const [ids, counts] = await Promise.all([
    pageOfIds(platform, scoped, query),
    countByStatus(platform, scoped, query),
  ]);
  const [rows, labels] = await Promise.all([
    ids.length === 0 ? [] : devicesWithState(platform.db).where('devices.id', 'in', ids).execute(),
    labelTags(platform.db, actor, { of: 'device', ids }),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const mask = maskFor(actor);
  const chosen = new Set(query.status ?? DEVICE_STATUSES);
  const total = [...chosen].reduce((sum, status) => sum + counts[status], 0);
  const shown = ids.flatMap((id) => byId.get(id) ?? []).map((row) => toDeviceRow(row, mask, labels));
  return { ...toPage(query, total, shown), counts };
}

async function pageOfIds(
  { db }: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  query: DeviceListQuery,
): Promise<readonly number[]> {
  const result = await sql<{ id: number }>`
    SELECT devices.id FROM devices JOIN device_states AS state ON state.device_id = devices.id
    WHERE ${condition(scoped, query)} AND ${query.status ? anyOf('state.status', query.status) : sql`true`}
    ORDER BY ${orderBy(query.sort, query.order)}
    ${limitTo(query)}`.execute(db);
  return result.rows.map((row) => row.id);
}

async function countByStatus(
  { db }: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  filter: DeviceFilter,
): Promise<Record<DeviceStatus, number>> {
  const result = await sql<{ status: DeviceStatus; n: number }>`
    SELECT state.status, count(*) AS n FROM devices JOIN device_states AS state ON state.device_id = devices.id
    WHERE ${condition(scoped, filter)} GROUP BY state.status`.execute(db);
  const counts = Object.fromEntries(DEVICE_STATUSES.map((status) => [status, 0])) as Record<
    DeviceStatus,
    number
  >;
  for (const row of result.rows) counts[row.status] = row.n;
  return counts;
}

function condition({ actor, scope }: ScopedActor, filter: DeviceFilter) {
  const eb = expressionBuilder<Tables, 'devices'>();
  return eb.and([
    scope(eb),
    eb('devices.stationId', filter.bound ? 'is not' : 'is', null),
    ...(filter.stationId === undefined ? [] : [eb('devices.stationId', '=', filter.stationId)]),
    ...(filter.kind ? [anyOf('devices.kind', filter.kind)] : []),
    ...(filter.label ? [carriesLabel(actor, 'device', filter.label)] : []),
    ...(filter.q ? [search(actor, filter.q)] : []),
  ]);
}

/** Visitors, who see serial numbers masked, search by name and model alone. */
function search(actor: Actor, text: string): RawBuilder<SqlBool> {
  const named = sql<SqlBool>`(${contains('devices.name', text)} OR ${contains('devices.model', text)})`;
  return seesMasked(actor) ? named : sql<SqlBool>`(${snStartsWith(text)} OR ${named})`;
}
