import type { AuditAction } from '@sunfleet/contract';
import type { Selectable, Transaction } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { CancelChoice } from '../../platform/postgres/tables/accounts.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { StationsTable } from '../../platform/postgres/tables/stations.ts';
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
 * Carries out what was decided for the stations of an account. A station that came later, or whose new owner is gone meanwhile,
 * stays in its organisation without an owner, so that no measurements are lost unless somebody decided it.
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
  const movedDeviceIds: number[] = [];
  for (const station of stations) {
    if (deletedIds.includes(station.id))
      await auditStation(trx, station, 'stations.delete', { before: { name: station.name } });
    else
      movedDeviceIds.push(
        ...(await passOn(trx, { station, to: chosen.get(station.id)?.toUserId ?? null, now })),
      );
  }
  const freed = await deleteStations(trx, deletedIds);
  return { stationIds: stations.map(({ id }) => id), deletedIds, freed, movedDeviceIds };
}

/** Gives a station to its new owner, or to nobody. From somebody's own organisation it moves to the new owner's. */
async function passOn(
  trx: Transaction<Tables>,
  { station, to, now }: { station: Station; to: number | null; now: number },
): Promise<number[]> {
  const heir = await trx
    .selectFrom('users')
    .select(['id', 'organisationId'])
    .where('id', '=', to)
    .where('lockedAt', 'is', null)
    .executeTakeFirst();
  const ownerId = heir?.id ?? null;
  const { type } = await trx
    .selectFrom('organisations')
    .select('type')
    .where('id', '=', station.organisationId)
    .executeTakeFirstOrThrow();
  const organisationId =
    type === 'personal' ? (heir?.organisationId ?? station.organisationId) : station.organisationId;
  await trx
    .updateTable('stations')
    .set({ ownerId, organisationId, ...(ownerId === null ? {} : { handedOverAt: new Date(now) }) })
    .where('id', '=', station.id)
    .execute();
  await trx
    .deleteFrom('handOvers')
    .where('stationId', '=', station.id)
    .where('state', '=', 'pending')
    .execute();
  await auditStation(trx, station, 'stations.handOver', { after: { ownerId, organisationId } });
  if (organisationId === station.organisationId) return [];
  const moved = await trx
    .updateTable('devices')
    .set({ organisationId })
    .where('stationId', '=', station.id)
    .returning('id')
    .execute();
  return moved.map(({ id }) => id);
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
