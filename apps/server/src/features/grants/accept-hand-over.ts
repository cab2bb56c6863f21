import type { Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { renewStationSecrets, type Renewer } from '../devices/index.ts';
import { moveStation } from './move-station.ts';
import { requireHandOver, requireOfferGood, type Offer } from './require-hand-over.ts';
import { tellOfferer } from './offer-messages.ts';

/**
 * Takes a station over: as its owner, or into an organisation that the caller answers for. Before this nothing of the station reaches
 * the other side. Throws AppError `notFound`.
 */
export async function acceptHandOver(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    const offer = await requireHandOver(trx, { actor: context.actor, now }, id);
    await requireOfferGood(trx, offer, now);
    await trx
      .updateTable('handOvers')
      .set({
        state: 'accepted',
        answeredAt: new Date(now),
        ...(offer.toOrganisationId === null ? { toUserId: context.actor.userId } : {}),
      })
      .where('id', '=', id)
      .execute();
    const { toOrganisationId: to, stationId } = offer;
    const devices =
      to === null
        ? await takeOwnership(trx, { platform, context }, { offer, now })
        : await moveStation(trx, { platform, context }, { stationId, to, now });
    await tellOfferer(trx, { handOverId: id, template: 'handOverAccepted', now });
    await announceChange(trx, { devices: devices ?? [], stations: [stationId], access: true });
  });
  return null;
}

/**
 * Makes the caller the owner. The organisation goes on working on the station until the owner changes that; only the owner grants and
 * deletes from now on. It is closed to visitors, and other offers of it end, because whoever decided both no longer decides. Its devices get
 * new secrets, because whoever had it before may know theirs. Answers the devices that changed.
 */
async function takeOwnership(
  trx: Transaction<Tables>,
  renewer: Renewer,
  { offer: { stationId, ownerId, shared }, now }: { offer: Offer; now: number },
): Promise<number[]> {
  const { context } = renewer;
  const at = new Date(now);
  const change = { ownerId: context.actor.userId, handedOverAt: at, shared: false };
  await trx.updateTable('stations').set(change).where('id', '=', stationId).execute();
  await trx
    .updateTable('handOvers')
    .set({ state: 'withdrawn', answeredAt: at })
    .where('stationId', '=', stationId)
    .where('state', '=', 'pending')
    .execute();
  await writeAudit(trx, context, {
    action: 'stations.acceptHandOver',
    objectType: 'station',
    objectId: stationId,
    stationId,
    before: { ownerId, shared },
    after: change,
  });
  return renewStationSecrets(trx, renewer, stationId);
}
