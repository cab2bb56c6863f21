import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireHandOver, requireOfferGood } from './require-hand-over.ts';

/**
 * Makes the caller the owner of a station that was offered to it. The organisation goes on working on it until the owner changes
 * that; only the owner grants and deletes from now on, and it is closed to visitors, because whoever let them in no longer decides.
 * Throws AppError `notFound`.
 */
export async function acceptHandOver(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  const { actor } = context;
  const at = new Date(platform.clock.now());
  await platform.db.transaction().execute(async (trx) => {
    const offer = await requireHandOver(trx, actor, id);
    await requireOfferGood(trx, offer, platform.clock.now());
    const change = { ownerId: actor.userId, handedOverAt: at, shared: false };
    await trx.updateTable('stations').set(change).where('id', '=', offer.stationId).execute();
    await trx
      .updateTable('handOvers')
      .set({ state: 'accepted', answeredAt: at })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'stations.acceptHandOver',
      objectType: 'station',
      objectId: offer.stationId,
      stationId: offer.stationId,
      before: { ownerId: offer.ownerId, shared: offer.shared },
      after: change,
    });
    await announceChange(trx, { stations: [offer.stationId], access: true });
  });
  return null;
}
