import { PLATFORM_ROLES } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import { leaveOwnProfiles } from '../../platform/own-profile.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { leaveAlarms } from '../alarms/index.ts';
import { refuseLeaving, type Leaving } from '../command-stops/index.ts';
import { leaveCards, renewStationSecrets, requireDeviceRoom, type Renewer } from '../devices/index.ts';
import { requireStationRoom } from '../stations/index.ts';
import { cutGrants } from './cut-grants.ts';
import { toInstaller } from './hand-over-view.ts';

interface Move {
  stationId: number;
  to: number;
  now: number;
  /** Whether the organisation takes it although it has as many stations or devices as it may. */
  beyondRoom?: boolean;
}

/** A station that moved, and the devices that moved along. */
export interface Moved extends Leaving {
  devices: number[];
}

/**
 * Moves a station with its devices to another organisation, whose consent the caller has seen to. History stays; what the former
 * organisation granted, offered, labelled and kept quiet ends, and the devices get new secrets, because it may know theirs. Answers what moved; undefined
 * where the station is there already. In a transaction of the caller, whose last step is `requireNotStopped`. Throws AppError: tooManyStations, tooManyDevices,
 * commandsStopped.
 */
export async function moveStation(
  trx: Transaction<Tables>,
  renewer: Renewer,
  { stationId, to, now, beyondRoom = false }: Move,
): Promise<Moved | undefined> {
  const { organisationId: from, ownerId } = await trx
    .selectFrom('stations')
    .select(['organisationId', 'ownerId'])
    .where('id', '=', stationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (from === to) return undefined;
  await refuseLeaving(trx, renewer.context.actor, { from, to });
  if (!beyondRoom) {
    await requireStationRoom(trx, { organisationId: to, ownerId: null });
    await requireDeviceRoom(trx, to, await countDevices(trx, stationId));
  }
  const target = { organisationId: to };
  await trx.updateTable('stations').set(target).where('id', '=', stationId).execute();
  const devices = await trx
    .updateTable('devices')
    .set(target)
    .where('stationId', '=', stationId)
    .returning('id')
    .execute();
  await endFormerGrants(trx, { stationId, ownerId, now, by: renewer.context.actor.userId });
  await trx
    .updateTable('handOvers')
    .set({ state: 'withdrawn', answeredAt: new Date(now) })
    .where('stationId', '=', stationId)
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('fromUserId', 'is', null), eb('fromUserId', '!=', ownerId ?? 0), toInstaller]))
    .execute();
  await takeOut(trx, { stationId, from, to });
  const deviceIds = devices.map(({ id }) => id);
  // Of each there is a change for a day, which every server reads.
  const { written } = renewer.context;
  if (written) written.entries += deviceIds.length;
  await leaveCards(trx, { deviceIds, from, to });
  await leaveAlarms(trx, { stationId, now, by: renewer.context.actor.userId });
  await renewStationSecrets(trx, renewer, stationId);
  await writeAudit(trx, renewer.context, {
    action: 'stations.changeInstaller',
    objectType: 'station',
    objectId: stationId,
    stationId,
    organisationId: from,
    before: { organisationId: from },
    after: target,
  });
  return { devices: deviceIds, from, to };
}

async function countDevices(trx: Transaction<Tables>, stationId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM devices WHERE station_id = ${stationId}`.execute(trx);
  return rows[0]!.n;
}

/** Grants of the owner and of the platform's staff stay. All others on the station came from the former organisation. */
async function endFormerGrants(
  trx: Transaction<Tables>,
  {
    stationId,
    ownerId,
    now,
    by,
  }: { stationId: number; ownerId: number | null; now: number; by: number | null },
): Promise<void> {
  const grants = await trx
    .selectFrom('grants')
    .innerJoin('grantStations', 'grantStations.grantId', 'grants.id')
    .leftJoin('users as creator', 'creator.id', 'grants.createdBy')
    .select('grants.id')
    .where('grantStations.stationId', '=', stationId)
    .where('grants.state', 'in', ['pending', 'accepted'])
    .where((eb) =>
      eb.or([
        eb('creator.id', 'is', null),
        eb.and([eb('creator.id', '!=', ownerId ?? 0), eb('creator.role', 'not in', PLATFORM_ROLES)]),
      ]),
    )
    .execute();
  await cutGrants(trx, { stationIds: [stationId], grantIds: grants.map(({ id }) => id), now, by });
}

/**
 * Organisations whose things leave with a station: the former one, and those above it that are not above the next one as well. As they were, they would change
 * what the next one reads of its devices.
 */
const formerOnes = ({ from, to }: { from: number; to: number }) => sql<number>`(
  SELECT former.id FROM organisations former, organisations own, organisations next
   WHERE own.id = ${from} AND next.id = ${to} AND (former.id = own.id
     OR starts_with(own.scope_path, former.scope_path) AND NOT starts_with(next.scope_path, former.scope_path)))`;

/** Labels, batches, profiles and products of the former side are its own; ends of warranties that followed from its products stay as they are. */
async function takeOut(
  trx: Transaction<Tables>,
  { stationId, from, to }: { stationId: number; from: number; to: number },
): Promise<void> {
  const former = formerOnes({ from, to });
  const labels = trx.selectFrom('labels').select('id').where('organisationId', 'in', former);
  const devices = trx.selectFrom('devices').select('id').where('stationId', '=', stationId);
  await trx
    .deleteFrom('stationLabels')
    .where('stationId', '=', stationId)
    .where('labelId', 'in', labels)
    .execute();
  await trx
    .deleteFrom('deviceLabels')
    .where('deviceId', 'in', devices)
    .where('labelId', 'in', labels)
    .execute();
  await trx
    .deleteFrom('deviceBatchDevices')
    .where('deviceId', 'in', devices)
    .where(
      'batchId',
      'in',
      trx.selectFrom('deviceBatches').select('id').where('organisationId', 'in', former),
    )
    .execute();
  await leaveOwnProfiles(
    trx,
    sql<SqlBool>`devices.station_id = ${stationId} AND own_profiles.organisation_id = ${from}`,
  );
  await trx
    .updateTable('devices')
    .set({ productId: null, warrantyOfProduct: false })
    .where('stationId', '=', stationId)
    .where('productId', 'in', trx.selectFrom('products').select('id').where('organisationId', 'in', former))
    .execute();
}
