import type { PointRecording } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/client.ts';

/** Recordings of one key that a row names. */
const NAMED = 5;

interface Row {
  key: string;
  point: string;
  unit: string;
  at: Date;
  by: string | null;
  deviceId: number | null;
  sn: string | null;
  name: string | null;
  count: number;
}

/** What an organisation records keys as: the first few of each key, that of all devices first, and how many there are. */
export async function nameRecordings(
  db: Db,
  organisationId: number,
  keys: readonly string[],
): Promise<(key: string) => { recordings: PointRecording[]; recordingCount: number }> {
  const { rows } = await sql<Row>`
    SELECT ranked.*, users.name AS by, devices.sn, devices.name
    FROM (SELECT key, point, unit, made_at AS at, made_by, device_id, count(*) OVER (PARTITION BY key) AS count,
                 row_number() OVER (PARTITION BY key ORDER BY device_id NULLS FIRST) AS place
          FROM point_recordings
          WHERE organisation_id = ${organisationId} AND key = ANY(${keys}::text[]) AND ended_at IS NULL) ranked
    LEFT JOIN users ON users.id = ranked.made_by
    LEFT JOIN devices ON devices.id = ranked.device_id
    WHERE place <= ${NAMED} ORDER BY key, place`.execute(db);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return (key) => {
    const found = byKey.get(key) ?? [];
    return { recordings: found.map(toRecording), recordingCount: found[0]?.count ?? 0 };
  };
}

const toRecording = ({ point, unit, at, by, deviceId, sn, name }: Row): PointRecording => ({
  device: deviceId === null ? null : { id: deviceId, sn: sn ?? '', name },
  point,
  unit,
  by,
  at: at.getTime(),
});

/** As what keys of a device are recorded now. */
export async function recordedAs(
  db: Db,
  deviceId: number,
  keys: readonly string[],
): Promise<Map<string, { point: string; ofAll: boolean }>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('devices')
    .innerJoin('pointRecordings as said', 'said.organisationId', 'devices.organisationId')
    .select(['said.key', 'said.point', 'said.deviceId'])
    .where('devices.id', '=', deviceId)
    .where('said.key', 'in', keys)
    .where('said.endedAt', 'is', null)
    .where((eb) => eb.or([eb('said.deviceId', 'is', null), eb('said.deviceId', '=', deviceId)]))
    // That of the device comes last and stays.
    .orderBy('said.deviceId', (order) => order.asc().nullsFirst())
    .execute();
  return new Map(rows.map(({ key, point, deviceId: of }) => [key, { point, ofAll: of === null }]));
}
