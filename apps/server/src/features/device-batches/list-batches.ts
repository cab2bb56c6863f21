import type { DeviceBatch, RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { containing, limitTo, toPage } from '../../platform/postgres/list-query.ts';
import { batchScope } from './batch-scope.ts';
import { viewBatches } from './batch-view.ts';

type Route = (typeof routes)['listDeviceBatches'];

export async function listBatches(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { q, productId, ...paging }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  const where = sql<SqlBool>`${batchScope(actor)} AND ${
    q
      ? sql`lower((device_batches.code || ' ' || device_batches.name) COLLATE pg_c_utf8) LIKE ${containing(q)}`
      : sql`true`
  } AND ${productId === undefined ? sql`true` : sql`device_batches.product_id = ${productId}`}`;
  const [rows, counted] = await Promise.all([
    viewBatches(db, actor, { where, end: limitTo(paging) }),
    sql<{ total: number }>`SELECT count(*) AS total FROM device_batches WHERE ${where}`.execute(db),
  ]);
  return toPage(paging, counted.rows[0]!.total, rows);
}

/** Throws AppError `deviceBatchNotFound`. */
export async function getBatch(db: Db, actor: Actor, id: number): Promise<DeviceBatch> {
  const where = sql<SqlBool>`device_batches.id = ${id} AND ${batchScope(actor)}`;
  const [batch] = await viewBatches(db, actor, { where, end: sql`LIMIT 1` });
  if (!batch) throw new AppError('deviceBatchNotFound', { id });
  return batch;
}
