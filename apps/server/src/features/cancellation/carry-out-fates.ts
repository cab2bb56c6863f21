import { FALLBACK_LANGUAGE, type AuditAction } from '@sunfleet/contract';
import type { Selectable, Transaction } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { CancelChoice } from '../../platform/postgres/tables/accounts.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { StationsTable } from '../../platform/postgres/tables/stations.ts';
import { moveStation } from '../grants/index.ts';
import { personalOrganisation } from '../organisations/index.ts';
import { deleteStations, type FreedDevice } from '../stations/index.ts';

/** What changed with the stations of an erased account. */
export interface CarriedOut {
  stationIds: number[];
  deletedIds: number[];
  /** Devices that are bound to nothing any more. */
  freed: FreedDevice[];
  /** Devices that went with their station to another organisation. */
  movedDeviceIds: number[];
}

type Station = Pick<Selectable<StationsTable>, 'id' | 'organisationId' | 'name'>;

const job = { actor: systemActor, address: null };

/**
 * Carries out what was decided for the stations of an account. One that is to be kept, came later, or was offered to somebody who did
 * not accept, stays in its organisation without an owner, so that no measurements are lost unless somebody decided it. What others took
 * over meanwhile goes from the person's own organisation into theirs.
 */
export async function carryOutFates(
  trx: Transaction<Tables>,
  { userId, choices, now }: { userId: number; choices: readonly CancelChoice[]; now: number },
): Promise<CarriedOut> {
  const stations = await trx
    .selectFrom('stations')
    .select(['id', 'organisationId', 'name'])
    .where('ownerId', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const chosen = new Map(choices.map((choice) => [choice.stationId, choice]));
  const deletedIds = stations.map(({ id }) => id).filter((id) => chosen.get(id)?.fate === 'delete');
  for (const station of stations) {
    if (deletedIds.includes(station.id))
      await auditStation(trx, station, 'stations.delete', { before: { name: station.name } });
    else await leaveOwnerless(trx, station);
  }
  const freed = await deleteStations(trx, deletedIds);
  const followed = await followOwners(trx, userId, now);
  return {
    stationIds: [...stations.map(({ id }) => id), ...followed.stationIds],
    deletedIds,
    freed,
    movedDeviceIds: followed.deviceIds,
  };
}

async function leaveOwnerless(trx: Transaction<Tables>, station: Station): Promise<void> {
  await trx.updateTable('stations').set({ ownerId: null }).where('id', '=', station.id).execute();
  await trx
    .deleteFrom('handOvers')
    .where('stationId', '=', station.id)
    .where('state', '=', 'pending')
    .execute();
  const after = { ownerId: null, organisationId: station.organisationId };
  await auditStation(trx, station, 'stations.handOver', { after });
}

/** Stations of others do not stay in the own organisation of somebody who is gone: each goes into the own one of its owner. */
async function followOwners(trx: Transaction<Tables>, userId: number, now: number) {
  const others = await trx
    .selectFrom('stations')
    .innerJoin('organisations', 'organisations.id', 'stations.organisationId')
    .innerJoin('users', 'users.organisationId', 'organisations.id')
    .select(['stations.id', 'stations.ownerId'])
    .where('users.id', '=', userId)
    .where('organisations.type', '=', 'personal')
    .where('stations.ownerId', 'is not', null)
    .where('stations.ownerId', '!=', userId)
    .orderBy('stations.id')
    .forUpdate('stations')
    .execute();
  const deviceIds: number[] = [];
  const context = { ...job, language: FALLBACK_LANGUAGE, bearer: '' };
  for (const { id, ownerId } of others) {
    const to = await personalOrganisation(trx, context, ownerId);
    deviceIds.push(...((await moveStation(trx, context, { stationId: id, to, now })) ?? []));
  }
  return { stationIds: others.map(({ id }) => id), deviceIds };
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
