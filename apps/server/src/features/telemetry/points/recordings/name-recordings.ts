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

/**
 * What an organisation records keys as: the first few of each key, that of all devices first, and how many there are. A device that has left is
 * called by somebody else, and is left out.
 */
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
          WHERE organisation_id = ${organisationId} AND key = ANY(${keys}::text[]) AND ended_at IS NULL
            AND (device_id IS NULL OR EXISTS (
              SELECT 1 FROM devices WHERE devices.id = device_id AND devices.organisation_id = ${organisationId}))) ranked
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

/** As what a key of a device is recorded now, or was before. */
export interface DeviceRecording {
  recordedAs?: { point: string; ofAll: boolean };
  /** Epoch milliseconds. */
  recordedBefore?: { point: string; until: number }[];
}

interface SaidRow {
  key: string;
  point: string;
  ofAll: boolean;
  /** Null: it holds. */
  ended: Date | null;
}

/** What was said of keys of a device; absent where nothing ever was. */
export async function deviceRecordings(
  db: Db,
  deviceId: number,
  keys: readonly string[],
): Promise<Map<string, DeviceRecording>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<SaidRow>`
    SELECT said.key, said.point, said.device_id IS NULL AS of_all,
           CASE WHEN bool_and(said.ended_at IS NOT NULL) THEN max(said.ended_at) END AS ended
    FROM devices JOIN point_recordings said ON said.organisation_id = devices.organisation_id
    WHERE devices.id = ${deviceId} AND said.key = ANY(${keys}::text[])
      AND (said.device_id IS NULL OR said.device_id = devices.id)
    GROUP BY said.key, said.point, of_all`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, said]) => [key, toDeviceRecording(said)]),
  );
}

/** What was said of the device goes before what was said of all. */
function toDeviceRecording(said: readonly SaidRow[]): DeviceRecording {
  const current = said.filter(({ ended }) => ended === null);
  const now = current.find(({ ofAll }) => !ofAll) ?? current[0];
  if (now) return { recordedAs: { point: now.point, ofAll: now.ofAll } };
  return {
    recordedBefore: said.flatMap(({ point, ended }) => (ended ? [{ point, until: ended.getTime() }] : [])),
  };
}
