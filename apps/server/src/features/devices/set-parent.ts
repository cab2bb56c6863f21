import type { DeviceDetail } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdDevicesBelow } from './devices-below.ts';
import { getDevice } from './get-device.ts';
import { holdDevice, requireDevice } from './require-device.ts';
import { secretOfItsOwn } from './secret-of-its-own.ts';

/**
 * Hangs a device on another one of its station, or on none. A logger speaks for it only where it has no secret of its own; for one that has, a person
 * accepts what the logger says of it. Throws AppError: deviceNotFound, invalidInput (not of the station, itself, or one that hangs on it).
 */
export async function setParent(
  platform: Pick<Platform, 'db' | 'clock' | 'config' | 'text'>,
  context: RequestContext,
  { id, parentSn }: { id: number; parentSn: string | null },
): Promise<{ device: DeviceDetail; secret: string }> {
  const secret = await platform.db.transaction().execute(async (trx) => {
    const { stationId } = await holdDevice(trx, context.actor, id, 'devices.edit');
    const below = await holdDevicesBelow(trx, id);
    const parentId = parentSn === null ? null : await findIn(trx, stationId, parentSn);
    if (parentId === undefined || (parentId !== null && below.includes(parentId)))
      throw brokenRule({ ...context, text: platform.text }, 'body.parentSn', 'parentInvalid');
    const before = await trx
      .selectFrom('devices')
      .leftJoin('devices as parent', 'parent.id', 'devices.parentId')
      .select(['devices.parentId', 'parent.sn as parentSn'])
      .where('devices.id', '=', id)
      .executeTakeFirstOrThrow();
    if (before.parentId === parentId) return '';
    await trx.updateTable('devices').set({ parentId, loggerSpeaks: false }).where('id', '=', id).execute();
    const given = parentId === null ? await secretOfItsOwn(trx, { platform, context }, id) : '';
    // Secrets are for those who may add devices there: who works for a time would keep one.
    if (given !== '') await requireDevice(trx, context.actor, id, 'devices.create');
    await writeAudit(trx, context, {
      action: 'devices.setParent',
      objectType: 'device',
      objectId: id,
      stationId,
      before: { parentSn: before.parentSn },
      after: { parentSn },
    });
    await announceChange(trx, {
      devices: [id, before.parentId, parentId].filter((one) => one !== null),
      stations: stationId === null ? [] : [stationId],
    });
    return given;
  });
  return { device: await getDevice(platform, context.actor, id), secret };
}

async function findIn(
  trx: Transaction<Tables>,
  stationId: number | null,
  sn: string,
): Promise<number | undefined> {
  const found = await trx
    .selectFrom('devices')
    .select('id')
    .where('sn', '=', sn)
    .where('stationId', '=', stationId)
    // It may be leaving at this moment.
    .forShare()
    .executeTakeFirst();
  return found?.id;
}
