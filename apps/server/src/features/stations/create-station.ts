import type { RouteRequest, routes, StationDetail } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import tzLookup from '@photostructure/tz-lookup';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { accessOf, type Actor, type RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { personalOrganisation, requireOrganisation } from '../organisations/index.ts';
import { getStation } from './get-station.ts';
import { requireStationRoom } from './require-station-room.ts';
import { requireZone } from './require-zone.ts';
import { tidied } from './tidied-fields.ts';

export type StationInput = RouteRequest<(typeof routes)['createStation']>['body'];

/**
 * Creates a station in an organisation of the caller's scope, its own where none is named. A caller who sees only what they own
 * or were granted becomes its owner. The time zone follows from the position where it is not given.
 * Throws AppError: invalidInput, organisationNotFound, noDataPermission (nowhere to create it), tooManyStations, tooManyStationsOwned.
 */
export async function createStation(
  platform: Pick<Platform, 'db' | 'clock' | 'text'>,
  context: RequestContext,
  { organisationId: named, ...input }: StationInput,
): Promise<StationDetail> {
  const { actor, language } = context;
  const timeZone = await requireZone(
    platform.db,
    { language, text: platform.text },
    input.timeZone ?? tzLookup(input.latitude, input.longitude),
  );
  const id = await platform.db.transaction().execute(async (trx) => {
    const values = {
      ...tidied(input),
      timeZone,
      organisationId: await organisationFor(trx, context, named),
      ownerId: ownsWhatItCreates(actor) ? actor.userId : null,
      createdBy: actor.userId,
    };
    await requireStationRoom(trx, values);
    const station = await trx.insertInto('stations').values(values).returning('id').executeTakeFirstOrThrow();
    await trx.insertInto('stationStates').values({ stationId: station.id }).execute();
    await writeAudit(trx, context, {
      action: 'stations.create',
      objectType: 'station',
      objectId: station.id,
      stationId: station.id,
      after: notedOf(values),
    });
    await askForJob(trx, 'stations.place');
    await askForJob(trx, 'stations.fold');
    await announceChange(trx, { stations: [station.id] });
    return station.id;
  });
  return getStation(platform, actor, id, context.language);
}

/**
 * What the log keeps of a new station. Address, place and prices stand in the station, where they change and go with it; the log keeps what it has
 * for ever, also for those who read the log of a station that has another owner by then.
 */
function notedOf(station: NewStation): object {
  const { name, type, capacityKw, timeZone, organisationId, ownerId } = station;
  return { name, type, capacityKw, timeZone, organisationId, ownerId };
}

interface NewStation extends Pick<StationInput, 'name' | 'type' | 'capacityKw'> {
  timeZone: string;
  organisationId: number;
  ownerId: number | null;
}

/** Whether the person who creates a station of this organisation would not see it. */
function ownsWhatItCreates(actor: Actor): boolean {
  const { scope } = accessOf(actor);
  return scope === 'own' || scope === 'granted';
}

/**
 * The organisation that is named, or the caller's. An owner without an organisation gets a personal one. An actor without one whose
 * scope is the whole platform takes the oldest.
 */
async function organisationFor(
  trx: Transaction<Tables>,
  context: RequestContext,
  named: number | undefined,
): Promise<number> {
  const { actor } = context;
  if (named !== undefined) return (await requireOrganisation(trx, actor, named)).id;
  if (actor.organisationId !== null) return actor.organisationId;
  if (actor.userId !== null && ownsWhatItCreates(actor))
    return personalOrganisation(trx, context, actor.userId);
  if (accessOf(actor).scope !== 'all') throw new AppError('noDataPermission');
  const first = await trx.selectFrom('organisations').select('id').orderBy('id').limit(1).executeTakeFirst();
  if (!first) throw new AppError('noDataPermission');
  return first.id;
}
