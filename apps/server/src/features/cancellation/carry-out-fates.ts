import { FALLBACK_LANGUAGE, type AuditAction } from '@sunfleet/contract';
import type { Selectable, Transaction } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { CancelChoice } from '../../platform/postgres/tables/accounts.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { StationsTable } from '../../platform/postgres/tables/stations.ts';
import { refuseLeaving, type Leaving } from '../command-stops/index.ts';
import { renewStationSecrets, type Renewer } from '../devices/index.ts';
import { moveStation } from '../grants/index.ts';
import { isOwnOf, personalOrganisation } from '../organisations/index.ts';
import { deleteStations, type FreedDevice, WITHOUT_OWNER } from '../stations/index.ts';
import { ownedStations } from './owned-stations.ts';

/** What changed with the stations of an erased account. */
export interface CarriedOut {
  stationIds: number[];
  deletedIds: number[];
  /** Devices that are bound to nothing any more. */
  freed: FreedDevice[];
  /** Devices that belong to somebody else now, and have new secrets. */
  changedDeviceIds: number[];
  /** Organisations that something left, and where it went. */
  left: Leaving[];
}

type Station = Pick<Selectable<StationsTable>, 'id' | 'organisationId' | 'name' | 'endedAt'>;

const job = { actor: systemActor, address: null };

/**
 * Carries out what was decided for the stations of an account. One that is to be kept, came later, or was offered to somebody who did
 * not accept, stays in its organisation without an owner, so that no measurements are lost unless somebody decided it. What others took
 * over meanwhile goes from the person's own organisation into theirs. The caller asks `requireNotStopped` for what left. Throws AppError `commandsStopped`.
 */
export async function carryOutFates(
  trx: Transaction<Tables>,
  platform: Renewer['platform'],
  { userId, choices }: { userId: number; choices: readonly CancelChoice[] },
): Promise<CarriedOut> {
  const stations = await trx
    .selectFrom('stations')
    .select(['id', 'organisationId', 'name', 'endedAt'])
    .where('ownerId', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const chosen = new Map(choices.map((choice) => [choice.stationId, choice]));
  // One may have become one that two people have to end since it was decided.
  const deletable = new Set(
    (await ownedStations(trx, userId, platform.clock.now())).flatMap((one) => (one.deletable ? one.id : [])),
  );
  // One that was ended already goes with its owner.
  const isDeleted = ({ id, endedAt }: Station) =>
    endedAt !== null || (chosen.get(id)?.fate === 'delete' && deletable.has(id));
  const deletedIds = stations.filter(isDeleted).map(({ id }) => id);
  const leaving = [...new Set(stations.filter(isDeleted).map(({ organisationId }) => organisationId))];
  const left: Leaving[] = leaving.map((from) => ({ from, to: null }));
  for (const one of left) await refuseLeaving(trx, systemActor, one);
  const renewedIds: number[] = [];
  for (const station of stations) {
    if (deletedIds.includes(station.id))
      await auditStation(trx, station, 'stations.delete', { before: { name: station.name } });
    else renewedIds.push(...(await leaveOwnerless(trx, platform, station)));
  }
  const freed = await deleteStations(trx, deletedIds);
  const followed = await followOwners(trx, platform, userId);
  return {
    stationIds: [...stations.map(({ id }) => id), ...followed.stationIds],
    deletedIds,
    freed,
    changedDeviceIds: [...renewedIds, ...followed.deviceIds],
    left: [...left, ...followed.left],
  };
}

/** The person who leaves may know the secrets of the devices, so they get new ones. Answers the devices that changed. */
async function leaveOwnerless(
  trx: Transaction<Tables>,
  platform: Renewer['platform'],
  station: Station,
): Promise<number[]> {
  await trx.updateTable('stations').set(WITHOUT_OWNER).where('id', '=', station.id).execute();
  await trx
    .deleteFrom('handOvers')
    .where('stationId', '=', station.id)
    .where('state', '=', 'pending')
    .execute();
  const after = { ownerId: null, shared: false, organisationId: station.organisationId };
  await auditStation(trx, station, 'stations.handOver', { after });
  return renewStationSecrets(trx, { platform, context: job }, station.id);
}

/** Stations of others do not stay in the own organisation of somebody who is gone: each goes into the own one of its owner. */
async function followOwners(trx: Transaction<Tables>, platform: Renewer['platform'], userId: number) {
  const others = await trx
    .selectFrom('stations')
    .innerJoin('organisations', 'organisations.id', 'stations.organisationId')
    .select(['stations.id', 'stations.ownerId'])
    .where(isOwnOf(userId))
    .where('stations.ownerId', 'is not', null)
    .where('stations.ownerId', '!=', userId)
    .orderBy('stations.id')
    .forUpdate('stations')
    .execute();
  const deviceIds: number[] = [];
  const left: Leaving[] = [];
  const now = platform.clock.now();
  const context = { ...job, language: FALLBACK_LANGUAGE, bearer: '' };
  for (const { id, ownerId } of others) {
    const to = await personalOrganisation(trx, context, ownerId);
    const move = { stationId: id, to, now, beyondRoom: true };
    const moved = await moveStation(trx, { platform, context }, move);
    if (!moved) continue;
    deviceIds.push(...moved.devices);
    left.push(moved);
  }
  return { stationIds: others.map(({ id }) => id), deviceIds, left };
}

async function auditStation(
  trx: Transaction<Tables>,
  { id, organisationId }: Station,
  action: AuditAction,
  { before, after }: { before?: object; after?: object },
): Promise<void> {
  const object = { objectType: 'station', objectId: id, stationId: id, organisationId } as const;
  const told = { ...(before ? { before } : {}), after: { ...after, reason: 'accounts.erase' } };
  await writeAudit(trx, job, { action, ...object, ...told });
}
