import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireDevice } from '../devices/index.ts';
import { setLabels } from './set-labels.ts';

/** Sets the labels of a device. Throws AppError: deviceNotFound, noDataPermission, labelsTooMany, labelNotFound. */
export async function labelDevice(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  { id, labelIds }: { id: number; labelIds: readonly number[] },
): Promise<null> {
  await platform.db.transaction().execute(async (trx) => {
    const { stationId } = await requireDevice(trx, context.actor, id, 'labels.create');
    const { organisationId } = await trx
      .selectFrom('devices')
      .select('organisationId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await setLabels(trx, context, { object: { kind: 'device', id, stationId, organisationId }, labelIds });
  });
  return null;
}
