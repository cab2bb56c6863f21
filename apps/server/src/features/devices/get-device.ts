import type { DeviceDetail } from '@sunfleet/contract';
import { toldSlave } from '@sunfleet/device-model';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskFor } from '../accounts/index.ts';
import { batchesOf } from '../device-batches/index.ts';
import { labelTags } from '../labels/index.ts';
import { deviceScope } from '../scope/index.ts';
import { devicesWithState, toDeviceRow } from './device-view.ts';

/**
 * One device with its state, what it tells of itself and what hangs on it. Visitors do not see attributes, which may hold
 * serial numbers and network names. Throws AppError `deviceNotFound`, also for one out of the actor's scope.
 */
export async function getDevice(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  id: number,
): Promise<DeviceDetail> {
  const row = await devicesWithState(platform.db)
    .where('devices.id', '=', id)
    .where(deviceScope(actor))
    .executeTakeFirst();
  if (!row) throw new AppError('deviceNotFound', { id });
  const mask = maskFor(actor);
  const children = await platform.db
    .selectFrom('devices')
    .select(['devices.id', 'devices.sn', 'devices.kind'])
    .where('devices.parentId', '=', id)
    .where(deviceScope(actor))
    // Their order would tell visitors what is masked of serial numbers.
    .orderBy(mask.active ? 'devices.id' : 'devices.sn')
    .execute();
  const labels = await labelTags(platform.db, actor, { of: 'device', ids: [id] });
  return {
    ...toDeviceRow(row, mask, { labels, batches: await batchesOf(platform.db, actor, [id]) }),
    attributes: mask.active ? {} : row.attributes,
    children: children.map((child) => ({ ...child, sn: mask.sn(child.sn) })),
    modbusAddress: toldSlave(row.attributes) ?? null,
    remark: mask.active ? null : row.remark,
    warrantyOfProduct: row.warrantyOfProduct,
    energyOffset: row.energyOffset,
    energyOffsetReason: mask.active ? null : row.energyOffsetReason,
    version: row.version,
    uploadIntervalSeconds: row.uploadIntervalSeconds,
    createdAt: row.createdAt.getTime(),
  };
}
