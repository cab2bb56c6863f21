import { LIMITS, type DeviceBatch, type RouteRequest, type routes } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { homeOf } from '../../platform/home-of.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { namedProduct } from '../products/index.ts';
import { putDevices } from './batch-devices.ts';
import { holdBatch } from './batch-scope.ts';
import { getBatch } from './list-batches.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'text'>;
type Input = RouteRequest<(typeof routes)['createDeviceBatch']>['body'];

/** Throws AppError: noDataPermission, invalidInput, deviceBatchCodeTaken, deviceBatchesTooMany, deviceNotFound, deviceBatchFull, deviceInManyBatches. */
export async function createBatch(
  { db, clock, text }: Parts,
  context: RequestContext,
  { deviceIds, ...values }: Input,
): Promise<DeviceBatch> {
  const { actor } = context;
  const organisationId = homeOf(actor);
  return db.transaction().execute(async (trx) => {
    await requireRoom(trx, organisationId);
    await requireProduct(trx, { text, context }, { organisationId, productId: values.productId });
    const made = await trx
      .insertInto('deviceBatches')
      .values({ ...values, organisationId, userId: actor.userId, createdAt: new Date(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new AppError('deviceBatchCodeTaken', { code: values.code });
    if (deviceIds.length > 0) await putDevices(trx, actor, { batchId: made.id, deviceIds });
    const { code, name } = values;
    await writeAudit(trx, context, {
      action: 'deviceBatches.create',
      objectType: 'deviceBatch',
      objectId: made.id,
      organisationId,
      after: { code, name, devices: deviceIds.length },
    });
    return getBatch(trx, actor, made.id);
  });
}

/** Throws AppError: invalidInput, deviceBatchNotFound, deviceBatchChanged, deviceBatchCodeTaken. */
export async function updateBatch(
  { db, text }: Pick<Parts, 'db' | 'text'>,
  context: RequestContext,
  { id, batch, revision }: { id: number; batch: Omit<Input, 'deviceIds'>; revision: number },
): Promise<DeviceBatch> {
  return db.transaction().execute(async (trx) => {
    const before = await holdBatch(trx, context, id);
    if (before.revision !== revision) throw new AppError('deviceBatchChanged');
    if (batch.productId !== before.productId)
      await requireProduct(
        trx,
        { text, context },
        { organisationId: before.organisationId, productId: batch.productId },
      );
    const taken = await trx
      .selectFrom('deviceBatches')
      .select('id')
      .where('organisationId', '=', before.organisationId)
      .where('code', '=', batch.code)
      .where('id', '!=', id)
      .executeTakeFirst();
    if (taken) throw new AppError('deviceBatchCodeTaken', { code: batch.code });
    await trx
      .updateTable('deviceBatches')
      .set({ ...batch, revision: revision + 1 })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'deviceBatches.edit',
      objectType: 'deviceBatch',
      objectId: id,
      organisationId: before.organisationId,
      before: { code: before.code, name: before.name },
      after: { code: batch.code, name: batch.name },
    });
    return getBatch(trx, context.actor, id);
  });
}

/** Throws AppError `deviceBatchNotFound`. */
export async function deleteBatch(
  { db }: Pick<Parts, 'db'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { code, name, organisationId } = await holdBatch(trx, context, id);
    await trx.deleteFrom('deviceBatches').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'deviceBatches.delete',
      objectType: 'deviceBatch',
      objectId: id,
      organisationId,
      before: { code, name },
    });
  });
  return null;
}

/** What the devices of a batch are, of any kind. */
async function requireProduct(
  trx: Transaction<Tables>,
  { text, context }: Pick<Platform, 'text'> & { context: RequestContext },
  { organisationId, productId }: { organisationId: number; productId: number | null },
): Promise<void> {
  if (productId !== null)
    await namedProduct(trx, { platform: { text }, context }, { productId, organisationId });
}

/** Those who create batches of an organisation do it one after the other, so that there are never more than the limit. */
async function requireRoom(trx: Transaction<Tables>, organisationId: number): Promise<void> {
  const most = LIMITS.batchesPerOrganisation;
  await holdSubjects(trx, [`batches of organisation #${organisationId}`]);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM device_batches WHERE organisation_id = ${organisationId}`.execute(trx);
  if (rows[0]!.n >= most) throw new AppError('deviceBatchesTooMany', { most });
}
