import { sql, type Insertable, type Transaction } from 'kysely';
import type { Tables } from '../../../../platform/postgres/tables.ts';
import type { PointRecordingsTable } from '../../../../platform/postgres/tables/devices.ts';

export interface Wanted {
  organisationId: number;
  /** Null: all devices of the organisation. */
  deviceId: number | null;
  key: string;
}

/** Devices that are looked at before a key of a whole organisation is recorded otherwise. */
const MOST_USERS = 1000;

/** The newest of the devices that use the key, and whether that is recorded as this point already. */
export async function usersOf(
  trx: Transaction<Tables>,
  { organisationId, deviceId, key }: Wanted,
  point: string,
) {
  const { rows } = await sql<{ deviceId: number; name: string; pointId: number; recorded: boolean }>`
    SELECT devices.id AS device_id, coalesce(devices.name, devices.sn) AS name, points.id AS point_id,
           EXISTS (SELECT 1 FROM point_recordings said
                   WHERE said.organisation_id = ${organisationId} AND said.key = ${key} AND said.point = ${point}
                     AND said.ended_at IS NULL AND (said.device_id IS NULL OR said.device_id = devices.id)) AS recorded
    FROM devices JOIN device_custom_points uses ON uses.device_id = devices.id
    JOIN custom_points points ON points.id = uses.point_id
    WHERE devices.organisation_id = ${organisationId} AND points.key = ${key}
      AND devices.id = coalesce(${deviceId}::bigint, devices.id)
    ORDER BY devices.id DESC LIMIT ${MOST_USERS}`.execute(trx);
  return rows;
}

/** When the key was last recorded as this point; undefined where it never was. Epoch milliseconds. */
export async function lastEnded(
  trx: Transaction<Tables>,
  { organisationId, deviceId, key }: Wanted,
  point: string,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('pointRecordings')
    .select(({ fn }) => fn.max('endedAt').as('at'))
    .where('organisationId', '=', organisationId)
    .where('key', '=', key)
    .where('point', '=', point)
    .where((eb) =>
      eb.or([eb('deviceId', 'is', null), ...(deviceId === null ? [] : [eb('deviceId', '=', deviceId)])]),
    )
    .executeTakeFirst();
  return row?.at?.getTime();
}

/** Ends the recording that holds, and answers what it was. */
export function endCurrent(
  trx: Transaction<Tables>,
  { organisationId, deviceId, key }: Wanted,
  now: Date,
): Promise<{ point: string; unit: string } | undefined> {
  return trx
    .updateTable('pointRecordings')
    .set({ endedAt: now })
    .where('organisationId', '=', organisationId)
    .where('key', '=', key)
    .where('deviceId', deviceId === null ? 'is' : '=', deviceId)
    .where('endedAt', 'is', null)
    .returning(['point', 'unit'])
    .executeTakeFirst();
}

export async function insertRecording(
  trx: Transaction<Tables>,
  recording: Omit<Insertable<PointRecordingsTable>, 'endedAt'>,
): Promise<void> {
  await trx
    .insertInto('pointRecordings')
    .values({ ...recording, endedAt: null })
    .execute();
}

/** Recordings of an organisation that hold. */
export async function countCurrent(trx: Transaction<Tables>, organisationId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('pointRecordings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organisationId', '=', organisationId)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
