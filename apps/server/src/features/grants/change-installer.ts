import type { HandOver } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { may, type Actor, type RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { requireNotStopped } from '../command-stops/index.ts';
import { personalOrganisation } from '../organisations/index.ts';
import { holdStation } from '../stations/index.ts';
import { findOrganisation } from './find-party.ts';
import { mayAnswerFor } from './granting-scope.ts';
import { moveStation } from './move-station.ts';
import { offerStation } from './offer-station.ts';

/**
 * Offers a station to another organisation, which gets it when somebody who answers for it accepts: a stranger's figures never count
 * where nobody asked for them. It moves at once into the owner's own organisation and into one for which the caller answers. Only the
 * owner may do this, or somebody whose scope is the whole platform. Answers the offer that waits, the same whether or not there is
 * such a code; null where the station moved. Throws AppError: stationNotFound, noDataPermission, tooManyRequests (offers of a day),
 * organisationNotFound (a person who is gone; a code, to somebody who sees all of them), tooManyStations, tooManyDevices, commandsStopped.
 */
export async function changeInstaller(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  { stationId, organisationCode }: { stationId: number; organisationCode: string | null },
): Promise<HandOver | null> {
  const { actor } = context;
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    const { ownerId } = await holdStation(trx, actor, stationId, { changes: 'station' });
    const isOwner = actor.userId !== null && ownerId === actor.userId;
    const seesAll = may(actor, 'platform.manage');
    if (!isOwner && !seesAll) throw new AppError('noDataPermission');
    const named = organisationCode === null ? null : await findOrganisation(trx, organisationCode);
    if (named?.toOrganisationId === null && seesAll) throw new AppError('organisationNotFound');
    const to = named ? named.toOrganisationId : await personalOrganisation(trx, context, ownerId);
    if (named && !(await answersFor(trx, actor, to)))
      return offerStation(trx, context, { stationId, to: named, now });
    const moved = await moveStation(trx, { platform, context }, { stationId, to: to!, now });
    if (!moved) return null;
    await announceChange(trx, { devices: moved.devices, stations: [stationId], access: true });
    await requireNotStopped(trx, actor, moved);
    return null;
  });
}

async function answersFor(trx: Transaction<Tables>, actor: Actor, id: number | null): Promise<boolean> {
  const found = await trx
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', id)
    .where(mayAnswerFor(actor))
    .executeTakeFirst();
  return found !== undefined;
}
