import type { RouteRequest, routes, StationDetail } from '@sunfleet/contract';
import type { Insertable, Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { accessOf, type Actor, type RequestContext } from '../../platform/actor.ts';
import { writeAudits } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireRegistryRoom } from '../../platform/registry-room.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { StationsTable } from '../../platform/postgres/tables/stations.ts';
import { personalOrganisation, requireOrganisation } from '../organisations/index.ts';
import { getStation } from './get-station.ts';
import { refuseFull, requireStationRoom } from './require-station-room.ts';
import { requireZone } from './require-zone.ts';
import { tidied } from './tidied-fields.ts';
import { zoneOfPlace } from './zone-of-place.ts';

export type StationInput = RouteRequest<(typeof routes)['createStation']>['body'];

/**
 * Creates a station in an organisation of the caller's scope, its own where none is named. A caller who sees only what they own
 * or were granted becomes its owner. The time zone follows from the position where it is not given.
 * Throws AppError: invalidInput, organisationNotFound, noDataPermission (nowhere to create it), tooManyStations, tooManyStationsOwned, newcomersAdded.
 */
export async function createStation(
  platform: Pick<Platform, 'db' | 'clock' | 'text' | 'config'>,
  context: RequestContext,
  { organisationId, ...station }: StationInput,
): Promise<StationDetail> {
  const [id] = await platform.db
    .transaction()
    .execute((trx) => createStations({ ...platform, trx }, context, { organisationId, stations: [station] }));
  return getStation(platform, context.actor, id!, context.language);
}

/** Rows of one statement. */
const AT_ONCE = 250;

interface Creation {
  /** Whose they are; the caller's own where absent. */
  organisationId: number | undefined;
  stations: readonly Omit<StationInput, 'organisationId'>[];
  /** How many are written so far. */
  onDone?: (done: number) => Promise<void>;
}

/**
 * Creates stations in the caller's transaction, all or none, as `createStation` does one; answers their ids in order. Throws what that throws.
 */
export async function createStations(
  { trx, text, clock, config }: { trx: Transaction<Tables> } & Pick<Platform, 'text' | 'clock' | 'config'>,
  context: RequestContext,
  { organisationId: named, stations, onDone }: Creation,
): Promise<number[]> {
  const { actor, language } = context;
  const home = {
    organisationId: await organisationFor(trx, context, named),
    ownerId: ownsWhatItCreates(actor) ? actor.userId : null,
    createdBy: actor.userId,
  };
  const values = stations.map((input) => ({
    ...tidied(input),
    timeZone: input.timeZone ?? zoneOfPlace(input),
    ...home,
  }));
  const zones = new Map<string, string>();
  for (const timeZone of new Set(values.map((value) => value.timeZone)))
    zones.set(timeZone, await requireZone(trx, { language, text }, timeZone));
  for (const value of values) value.timeZone = zones.get(value.timeZone)!;
  await refuseFull(trx, home, values.length);
  await requireRegistryRoom(trx, { clock, config }, { ...home, more: values.length });
  const ids: number[] = [];
  for (let start = 0; start < values.length; start += AT_ONCE) {
    ids.push(...(await insertSome(trx, context, values.slice(start, start + AT_ONCE))));
    await onDone?.(ids.length);
  }
  // At the end, so that thousands of stations keep nobody waiting who creates one.
  await requireStationRoom(trx, home, 0);
  await requireRegistryRoom(trx, { clock, config }, home);
  await askForJob(trx, 'stations.place');
  await askForJob(trx, 'stations.fold');
  await announceChange(trx, { stations: ids });
  return ids;
}

async function insertSome(
  trx: Transaction<Tables>,
  context: RequestContext,
  values: readonly (NewStation & Insertable<StationsTable>)[],
): Promise<number[]> {
  const rows = await trx.insertInto('stations').values(values).returning('id').execute();
  const ids = rows.map(({ id }) => id);
  await trx
    .insertInto('stationStates')
    .values(ids.map((stationId) => ({ stationId })))
    .execute();
  await writeAudits(
    trx,
    context,
    ids.map((id, index) => ({
      action: 'stations.create',
      objectType: 'station',
      objectId: id,
      stationId: id,
      after: notedOf(values[index]!),
    })),
  );
  return ids;
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
