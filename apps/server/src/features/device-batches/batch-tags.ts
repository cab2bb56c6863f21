import type { DeviceRow } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { batchScope } from './batch-scope.ts';

type BatchTag = DeviceRow['batches'][number];

/** Batches of the devices of a page, by device, in one query: those that the actor sees. */
export async function batchesOf(
  db: Db,
  actor: Actor,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, BatchTag[]>> {
  const tags = new Map<number, BatchTag[]>();
  if (deviceIds.length === 0 || !may(actor, 'operations.view')) return tags;
  const { rows } = await sql<BatchTag & { deviceId: number }>`
    SELECT one.device_id, device_batches.id, device_batches.code, device_batches.name
      FROM device_batch_devices one JOIN device_batches ON device_batches.id = one.batch_id
     WHERE one.device_id = ANY(${[...deviceIds]}::bigint[]) AND ${batchScope(actor)}
     ORDER BY device_batches.code, device_batches.id`.execute(db);
  for (const { deviceId, ...tag } of rows) {
    const known = tags.get(deviceId);
    if (known) known.push(tag);
    else tags.set(deviceId, [tag]);
  }
  return tags;
}

/** Condition on `devices`: it is in one of these batches, as far as the actor sees them. */
export function inBatches(actor: Actor, ids: readonly number[]): RawBuilder<SqlBool> {
  if (!may(actor, 'operations.view')) return sql<SqlBool>`false`;
  return sql<SqlBool>`devices.id IN (SELECT one.device_id FROM device_batch_devices one
    JOIN device_batches ON device_batches.id = one.batch_id
    WHERE one.batch_id = ANY(${[...ids]}::bigint[]) AND ${batchScope(actor)})`;
}
