import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireStation } from '../stations/index.ts';
import { setLabels } from './set-labels.ts';

/** Sets the labels of a station. Throws AppError: stationNotFound, noDataPermission, labelsTooMany, labelNotFound. */
export async function labelStation(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  { id, labelIds }: { id: number; labelIds: readonly number[] },
): Promise<null> {
  await platform.db.transaction().execute(async (trx) => {
    const { organisationId } = await requireStation(trx, context.actor, id, 'labels.create');
    const object = { kind: 'station', id, stationId: id, organisationId } as const;
    await setLabels(trx, context, { object, labelIds });
  });
  return null;
}
