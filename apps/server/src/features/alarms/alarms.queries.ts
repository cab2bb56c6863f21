import { sql } from 'kysely';
import type { AlarmLevel } from '@sunfleet/contract';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { FLAP_WINDOW_MS, type AlarmRecord, type AlarmType } from './alarm-book.ts';
import { FAULT_POINTS, faultPointId, loadWord, type FaultWords } from './fault-words.ts';

/** Alarms that stand, and those that closed within the flap window before `now`. */
export async function readRecentAlarms(db: Db, now: number): Promise<AlarmRecord[]> {
  const rows = await db
    .selectFrom('alarms')
    .selectAll()
    .where((eb) =>
      eb.or([eb('recoveredAt', 'is', null), eb('recoveredAt', '>', new Date(now - FLAP_WINDOW_MS))]),
    )
    .execute();
  return rows.map((row) => ({
    id: row.id,
    deviceId: row.deviceId,
    stationId: row.stationId,
    type: row.type,
    code: row.code,
    level: row.level,
    textKey: row.textKey,
    beganAt: row.beganAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
    recoveredAt: row.recoveredAt?.getTime() ?? null,
    count: row.count,
    announced: true,
  }));
}

/** The newest fault words of every device. */
export async function readFaultWordsOfStore(samples: SamplesDb): Promise<FaultWords> {
  const slots = new Map(FAULT_POINTS.map((key, slot) => [faultPointId(key), slot]));
  const rows = await samples.columns(
    `SELECT device, point, toUnixTimestamp64Milli(time) AS at, value FROM latest FINAL
     WHERE point IN ({points:Array(UInt16)})`,
    { points: [...slots.keys()] },
  );
  const known: FaultWords = new Map();
  const { device = [], point = [], at = [], value = [] } = rows;
  for (let row = 0; row < device.length; row += 1) {
    const word = { time: Number(at[row]), value: Number(value[row]) };
    loadWord(known, Number(device[row]), slots.get(Number(point[row]))!, word);
  }
  return known;
}

/** Columns of records as arrays, for `unnest`. */
function columnsOf(records: readonly AlarmRecord[]) {
  const dates = (pick: (record: AlarmRecord) => number | null) =>
    records.map((record) => {
      const time = pick(record);
      return time === null ? null : new Date(time);
    });
  return {
    station: records.map((record) => record.stationId),
    device: records.map((record) => record.deviceId),
    type: records.map((record): AlarmType => record.type),
    code: records.map((record) => record.code),
    level: records.map((record): AlarmLevel => record.level),
    textKey: records.map((record) => record.textKey),
    began: dates((record) => record.beganAt),
    seen: dates((record) => record.lastSeenAt),
    recovered: dates((record) => record.recoveredAt),
    count: records.map((record) => record.count),
  };
}

/** Rows to insert, as a table `n` with a number each. Devices that were deleted meanwhile are left out. */
function newRows(records: readonly AlarmRecord[]) {
  const c = columnsOf(records);
  return sql`
    (SELECT * FROM unnest(${c.station}::bigint[], ${c.device}::bigint[], ${c.type}::text[], ${c.code}::text[],
      ${c.level}::text[], ${c.textKey}::text[], ${c.began}::timestamptz[], ${c.seen}::timestamptz[],
      ${c.recovered}::timestamptz[], ${c.count}::int[])
      AS u (station_id, device_id, type, code, level, text_key, began_at, last_seen_at, recovered_at, count)
      WHERE EXISTS (SELECT FROM devices d WHERE d.id = u.device_id)) AS n`;
}

const COLUMNS = sql.raw(
  'station_id, device_id, type, code, level, text_key, began_at, last_seen_at, recovered_at, count',
);

/**
 * Inserts records that have no row yet and sets their ids. One that another process raised already takes that row.
 */
export async function insertAlarms(db: Db, records: readonly AlarmRecord[]): Promise<void> {
  if (records.length === 0) return;
  const { rows } = await sql<{ id: number; deviceId: number; code: string; beganAt: Date }>`
    INSERT INTO alarms (${COLUMNS}) SELECT ${COLUMNS} FROM ${newRows(records)}
    ON CONFLICT (device_id, code) WHERE recovered_at IS NULL DO UPDATE SET last_seen_at = EXCLUDED.last_seen_at
    RETURNING id, device_id, code, began_at`.execute(db);
  const exact = new Map(rows.map((row) => [`${row.deviceId} ${row.code} ${row.beganAt.getTime()}`, row.id]));
  const any = new Map(rows.map((row) => [`${row.deviceId} ${row.code}`, row.id]));
  for (const record of records) {
    const subject = `${record.deviceId} ${record.code}`;
    record.id = exact.get(`${subject} ${record.beganAt}`) ?? any.get(subject);
  }
}

/**
 * Inserts alarms of the past, which began and ended. One that overlaps a row of its subject is the same alarm told again
 * (a file imported twice, a buffer sent twice) and is left out.
 */
export async function insertPastAlarms(db: Db, records: readonly AlarmRecord[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    INSERT INTO alarms (${COLUMNS}) SELECT ${COLUMNS} FROM ${newRows(records)}
    WHERE NOT EXISTS (
      SELECT FROM alarms a WHERE a.device_id = n.device_id AND a.code = n.code
        AND a.began_at <= n.recovered_at AND (a.recovered_at IS NULL OR a.recovered_at >= n.began_at))`.execute(
    db,
  );
}

/** Writes what may change of rows that exist. */
export async function updateAlarms(db: Db, records: readonly AlarmRecord[]): Promise<void> {
  if (records.length === 0) return;
  const c = columnsOf(records);
  await sql`
    UPDATE alarms a SET station_id = u.station_id, began_at = u.began_at, last_seen_at = u.seen,
      recovered_at = u.recovered, count = u.count
    FROM unnest(${records.map((record) => record.id)}::bigint[], ${c.station}::bigint[], ${c.began}::timestamptz[],
      ${c.seen}::timestamptz[], ${c.recovered}::timestamptz[], ${c.count}::int[])
      AS u (id, station_id, began_at, seen, recovered, count)
    WHERE a.id = u.id`.execute(db);
}

/** Parent (logger) of each device that has one, of all devices or those named. */
export async function readParents(db: Db, deviceIds?: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'parentId'])
    .where('parentId', 'is not', null)
    .$if(deviceIds !== undefined, (query) => query.where('id', 'in', [...(deviceIds ?? [])]))
    .execute();
  return new Map(rows.map((row) => [row.id, row.parentId!]));
}

/** Devices that were offline when the server stopped, with their last sign of life. */
export async function readOfflineDevices(db: Db, now: number) {
  const rows = await db
    .selectFrom('deviceStates')
    .innerJoin('devices', 'devices.id', 'deviceStates.deviceId')
    .select(['deviceId', 'kind', 'lastDataAt', 'lastSeenAt'])
    .where('status', '=', 'offline')
    .execute();
  return rows.map(({ deviceId, kind, lastDataAt, lastSeenAt }) => {
    const seen = kind === 'logger' ? (lastSeenAt?.getTime() ?? 0) : 0;
    const last = Math.max(lastDataAt?.getTime() ?? 0, seen);
    return [deviceId, { since: last > 0 ? last : now, dueAt: now }] as const;
  });
}
