import { LIMITS } from '@sunfleet/contract';
import { expressionBuilder, sql, type Transaction } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdDevices, readDeviceScope } from '../scope/index.ts';
import { holdBatch } from './batch-scope.ts';

interface Members {
  id: number;
  deviceIds: readonly number[];
}

const devices = expressionBuilder<Tables, 'devices'>();

/** Adds devices that the actor sees; answers how many were not in it. Throws AppError: deviceBatchNotFound, deviceNotFound, deviceBatchFull, deviceInManyBatches. */
export async function addToBatch(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { id, deviceIds }: Members,
): Promise<{ added: number }> {
  return db.transaction().execute(async (trx) => {
    const { organisationId } = await holdBatch(trx, context, id);
    const added = await putDevices(trx, context.actor, { batchId: id, deviceIds });
    if (added > 0)
      await writeAudit(trx, context, {
        action: 'deviceBatches.add',
        objectType: 'deviceBatch',
        objectId: id,
        organisationId,
        after: { devices: added },
      });
    return { added };
  });
}

/** Throws AppError `deviceBatchNotFound`. */
export async function removeFromBatch(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { id, deviceIds }: Members,
): Promise<{ removed: number }> {
  return db.transaction().execute(async (trx) => {
    const { organisationId } = await holdBatch(trx, context, id);
    const scope = await readDeviceScope(trx, context.actor);
    const { numAffectedRows } = await sql`
      DELETE FROM device_batch_devices one USING devices
       WHERE one.batch_id = ${id} AND devices.id = one.device_id AND devices.id = ANY(${[...deviceIds]}::bigint[]) AND ${scope(devices)}`.execute(
      trx,
    );
    const removed = Number(numAffectedRows ?? 0);
    if (removed > 0)
      await writeAudit(trx, context, {
        action: 'deviceBatches.remove',
        objectType: 'deviceBatch',
        objectId: id,
        organisationId,
        before: { devices: removed },
      });
    return { removed };
  });
}

/** Throws AppError `deviceNotFound` for the first that is in no station that the actor sees. */
async function requireSeen(trx: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  const scope = await readDeviceScope(trx, actor);
  const { rows } = await sql<{ id: number }>`
    SELECT devices.id FROM devices WHERE devices.id = ANY(${[...ids]}::bigint[]) AND devices.station_id IS NOT NULL AND ${scope(devices)}`.execute(
    trx,
  );
  const seen = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !seen.has(id));
  if (missing !== undefined) throw new AppError('deviceNotFound', { id: missing });
}

/** Puts devices into a batch that the caller holds. Throws AppError: deviceNotFound, deviceBatchFull, deviceInManyBatches. */
export async function putDevices(
  trx: Transaction<Tables>,
  actor: Actor,
  { batchId, deviceIds }: { batchId: number; deviceIds: readonly number[] },
): Promise<number> {
  const wanted = [...new Set(deviceIds)];
  await requireSeen(trx, actor, wanted);
  await holdDevices(trx, wanted);
  await requireSeen(trx, actor, wanted);
  const { rows: added } = await sql<{ deviceId: number }>`
    INSERT INTO device_batch_devices (batch_id, device_id) SELECT ${batchId}, unnest(${wanted}::bigint[]) ON CONFLICT DO NOTHING
    RETURNING device_id`.execute(trx);
  const { rows: counted } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM device_batch_devices WHERE batch_id = ${batchId}`.execute(trx);
  const most = LIMITS.devicesPerBatch;
  if (counted[0]!.n > most) throw new AppError('deviceBatchFull', { most });
  await requireFew(trx, {
    batchId,
    deviceIds: added.map(({ deviceId }) => deviceId),
  });
  return added.length;
}

/** A list names all batches of each of its devices. Throws AppError `deviceInManyBatches` for the first device that is in too many of the organisation. */
async function requireFew(
  trx: Transaction<Tables>,
  { batchId, deviceIds }: { batchId: number; deviceIds: readonly number[] },
): Promise<void> {
  const most = LIMITS.batchesPerDevice;
  const { rows } = await sql<{ sn: string }>`
    SELECT min(devices.sn) AS sn FROM device_batch_devices one
      JOIN devices ON devices.id = one.device_id
      JOIN device_batches ON device_batches.id = one.batch_id
     WHERE one.device_id = ANY(${[...deviceIds]}::bigint[])
       AND device_batches.organisation_id = (SELECT organisation_id FROM device_batches WHERE id = ${batchId})
     GROUP BY one.device_id HAVING count(*) > ${most}::int ORDER BY one.device_id LIMIT 1`.execute(trx);
  if (rows[0]) throw new AppError('deviceInManyBatches', { sn: rows[0].sn, most });
}
