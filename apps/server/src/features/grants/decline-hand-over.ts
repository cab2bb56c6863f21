import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireHandOver } from './require-hand-over.ts';
import { tellOfferer } from './offer-messages.ts';

/** Leaves a station that was offered to the caller, or to an organisation it answers for, where it is. Throws AppError `notFound`. */
export async function declineHandOver(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    const { stationId } = await requireHandOver(trx, { actor: context.actor, now }, id);
    await trx
      .updateTable('handOvers')
      .set({ state: 'declined', answeredAt: new Date(now) })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'stations.declineHandOver',
      objectType: 'station',
      objectId: stationId,
      stationId,
    });
    await tellOfferer(trx, { handOverId: id, template: 'handOverDeclined', now });
  });
  return null;
}
