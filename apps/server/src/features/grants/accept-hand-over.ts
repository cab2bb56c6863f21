import type { Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { renewStationSecrets, type Renewer } from '../devices/index.ts';
import { requireNotStopped } from '../command-stops/index.ts';
import { isOnePersons, personalOrganisation } from '../organisations/index.ts';
import { requireStationRoom } from '../stations/index.ts';
import { cutGrants } from './cut-grants.ts';
import { moveStation, type Moved } from './move-station.ts';
import { requireHandOver, requireOfferGood, type Offer } from './require-hand-over.ts';
import { tellOfferer } from './offer-messages.ts';

/**
 * Takes a station over: as its owner, or into an organisation that the caller answers for. Before this nothing of the station reaches
 * the other side. Throws AppError: notFound; tooManyStations, tooManyStationsOwned, tooManyDevices where that side has no room for it; commandsStopped.
 */
export async function acceptHandOver(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
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
    const moved =
      to === null
        ? await takeOwnership(trx, { platform, context }, { offer, now })
        : await moveStation(trx, { platform, context }, { stationId, to, now });
    await tellOfferer(trx, { handOverId: id, template: 'handOverAccepted', now });
    await announceChange(trx, { devices: moved?.devices ?? [], stations: [stationId], access: true });
    if (moved) await requireNotStopped(trx, context.actor, moved);
  });
  return null;
}

/**
 * Makes the caller the owner. An organisation that looks after the station goes on until the owner changes that; one of the former owner alone
 * does not, and the station comes into the caller's own. Only the owner grants and deletes from now on: what the former owner granted and
 * offered ends, and the station is closed to visitors, because whoever decided this no longer decides. Its devices get new secrets, because
 * whoever had it before may know theirs. Answers the devices that changed, and what it left where it did.
 */
async function takeOwnership(
  trx: Transaction<Tables>,
  renewer: Renewer,
  { offer: { stationId, ownerId, shared }, now }: { offer: Offer; now: number },
): Promise<Moved> {
  const { context } = renewer;
  await requireStationRoom(trx, { organisationId: null, ownerId: context.actor.userId });
  const at = new Date(now);
  const change = { ownerId: context.actor.userId, handedOverAt: at, shared: false };
  await trx.updateTable('stations').set(change).where('id', '=', stationId).execute();
  await trx
    .updateTable('handOvers')
    .set({ state: 'withdrawn', answeredAt: at })
    .where('stationId', '=', stationId)
    .where('state', '=', 'pending')
    .execute();
  if (ownerId !== null) await endGrantsOf(trx, { stationId, userId: ownerId, now, by: context.actor.userId });
  await writeAudit(trx, context, {
    action: 'stations.acceptHandOver',
    objectType: 'station',
    objectId: stationId,
    stationId,
    before: { ownerId, shared },
    after: change,
  });
  const moved = await leavePersonal(trx, renewer, { stationId, now });
  return moved ?? { devices: await renewStationSecrets(trx, renewer, stationId), from: null, to: null };
}

/** Ends what somebody granted on a station. */
async function endGrantsOf(
  trx: Transaction<Tables>,
  { stationId, userId, now, by }: { stationId: number; userId: number; now: number; by: number | null },
): Promise<void> {
  const grants = await trx
    .selectFrom('grants')
    .innerJoin('grantStations', 'grantStations.grantId', 'grants.id')
    .select('grants.id')
    .where('grantStations.stationId', '=', stationId)
    .where('grants.createdBy', '=', userId)
    .where('grants.state', 'in', ['pending', 'accepted'])
    .execute();
  await cutGrants(trx, { stationIds: [stationId], grantIds: grants.map(({ id }) => id), now, by });
}

/**
 * Takes a station out of an organisation that is one person's own into that of the caller. Undefined where it is in no such organisation, or in the
 * caller's.
 */
async function leavePersonal(
  trx: Transaction<Tables>,
  renewer: Renewer,
  { stationId, now }: { stationId: number; now: number },
): Promise<Moved | undefined> {
  const personal = await trx
    .selectFrom('stations')
    .innerJoin('organisations', 'organisations.id', 'stations.organisationId')
    .select('stations.id')
    .where('stations.id', '=', stationId)
    .where(isOnePersons())
    .executeTakeFirst();
  if (!personal) return undefined;
  const to = await personalOrganisation(trx, renewer.context, renewer.context.actor.userId);
  return moveStation(trx, renewer, { stationId, to, now });
}
