import type { DeviceBatch } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { personOf } from '../../platform/person-of.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { readDeviceScope } from '../scope/index.ts';

const devices = expressionBuilder<Tables, 'devices'>();

interface Row extends Omit<DeviceBatch, 'by' | 'createdAt' | 'product'> {
  productId: number | null;
  productName: string | null;
  userId: number | null;
  userName: string | null;
  createdAt: Date;
}

/** Batches under a condition on them, by name, each with how many of its devices the actor sees. */
export async function viewBatches(
  db: Db,
  actor: Actor,
  { where, end }: { where: RawBuilder<SqlBool>; end: RawBuilder<unknown> },
): Promise<DeviceBatch[]> {
  const scope = await readDeviceScope(db, actor);
  const { rows } = await sql<Row>`
    WITH page AS (
      SELECT device_batches.* FROM device_batches WHERE ${where}
       ORDER BY lower(device_batches.name COLLATE pg_c_utf8), device_batches.id ${end}
    ), counted AS (
      SELECT one.batch_id, count(*) AS devices,
             count(*) FILTER (WHERE state.status IN ('normal', 'standby', 'online', 'abnormal')) AS online
        FROM device_batch_devices one JOIN devices ON devices.id = one.device_id JOIN device_states state ON state.device_id = devices.id
       WHERE one.batch_id IN (SELECT id FROM page) AND devices.station_id IS NOT NULL AND ${scope(devices)} GROUP BY one.batch_id
    )
    SELECT page.id, page.code, page.name, page.remark, page.created_at, page.revision, users.id AS user_id, users.name AS user_name,
           products.id AS product_id, products.manufacturer || ' ' || products.model AS product_name,
           coalesce(counted.devices, 0) AS devices, coalesce(counted.online, 0) AS online
      FROM page LEFT JOIN counted ON counted.batch_id = page.id LEFT JOIN users ON users.id = page.user_id LEFT JOIN products ON products.id = page.product_id
     ORDER BY lower(page.name COLLATE pg_c_utf8), page.id`.execute(db);
  return rows.map(({ userId, userName, productId, productName, createdAt, ...batch }) => ({
    ...batch,
    product: productId === null || productName === null ? null : { id: productId, name: productName },
    by: personOf(userId, userName),
    createdAt: createdAt.getTime(),
  }));
}
