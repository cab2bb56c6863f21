import { sql } from 'kysely';
import type { AlarmLevel, AlarmType } from '@sunfleet/contract';
import type { Db } from '../../platform/postgres/client.ts';
import type { AlarmState, AlarmSubject, StoredAlarm } from './alarm-book.ts';
import type { Transition } from './transition.ts';

/** An alarm to be written. */
export type NewAlarm = AlarmSubject & AlarmState;

/** A change of a row: its content when the change was decided, and the content it gets. */
export interface RowChange {
  before: StoredAlarm;
  now: AlarmState;
  transition: Transition;
}

const dates = (times: readonly (number | null)[]) =>
  times.map((time) => (time === null ? null : new Date(time)));

/** Rows to insert, as a table `n`. Devices that were deleted meanwhile are left out. */
function newRows(alarms: readonly NewAlarm[]) {
  return sql`
    (SELECT * FROM unnest(${alarms.map((one) => one.stationId)}::bigint[], ${alarms.map((one) => one.deviceId)}::bigint[],
      ${alarms.map((one): AlarmType => one.type)}::text[], ${alarms.map((one) => one.code)}::text[],
      ${alarms.map((one): AlarmLevel => one.level)}::text[], ${alarms.map((one) => one.textKey)}::text[],
      ${dates(alarms.map((one) => one.beganAt))}::timestamptz[], ${dates(alarms.map((one) => one.lastSeenAt))}::timestamptz[],
      ${dates(alarms.map((one) => one.recoveredAt))}::timestamptz[], ${alarms.map((one) => one.count)}::int[])
      AS u (station_id, device_id, type, code, level, text_key, began_at, last_seen_at, recovered_at, count)
      WHERE EXISTS (SELECT FROM devices d WHERE d.id = u.device_id)) AS n`;
}

const COLUMNS = sql.raw(
  'station_id, device_id, type, code, level, text_key, began_at, last_seen_at, recovered_at, count',
);

/** A row that an insert made or found. */
export interface InsertedRow {
  id: number;
  change: number;
  deviceId: number;
  code: string;
  beganAt: Date;
}

/** Inserts alarms that stand. Where an alarm of the same subject stands already, its row is used instead of a new one. */
export async function insertStanding(db: Db, alarms: readonly NewAlarm[]): Promise<readonly InsertedRow[]> {
  if (alarms.length === 0) return [];
  const { rows } = await sql<InsertedRow>`
    INSERT INTO alarms AS a (${COLUMNS}) SELECT ${COLUMNS} FROM ${newRows(alarms)}
    ON CONFLICT (device_id, code) WHERE recovered_at IS NULL DO UPDATE
      SET last_seen_at = greatest(a.last_seen_at, EXCLUDED.last_seen_at), change = a.change + 1
    RETURNING id, change, device_id, code, began_at`.execute(db);
  return rows;
}

/**
 * Inserts alarms that began and ended. One that overlaps a row of its subject is the same alarm once more (a file imported
 * twice, a buffer sent twice, a replay after a start) and is left out.
 */
export async function insertEnded(db: Db, alarms: readonly NewAlarm[]): Promise<readonly InsertedRow[]> {
  if (alarms.length === 0) return [];
  const { rows } = await sql<InsertedRow>`
    INSERT INTO alarms (${COLUMNS}) SELECT ${COLUMNS} FROM ${newRows(alarms)}
    WHERE NOT EXISTS (
      SELECT FROM alarms a WHERE a.device_id = n.device_id AND a.code = n.code
        AND a.began_at <= n.recovered_at AND (a.recovered_at IS NULL OR a.recovered_at >= n.began_at))
    RETURNING id, change, device_id, code, began_at`.execute(db);
  return rows;
}

/**
 * Carries changes out where the row is still what they were decided over, and answers the new number of each one that was.
 * Only what a change is about is written: a recovery never takes back what another one wrote meanwhile, what has ended stays at the station and with
 * the times that it has, and an alarm is reopened only if nothing happened to it since and no other one of its subject stands.
 */
export async function changeRows(
  db: Db,
  changes: readonly RowChange[],
): Promise<ReadonlyMap<number, number>> {
  if (changes.length === 0) return new Map();
  const { rows } = await sql<{ id: number; change: number }>`
    UPDATE alarms a SET
      station_id = CASE WHEN u.moves THEN u.station_id ELSE a.station_id END,
      began_at = least(a.began_at, u.began),
      last_seen_at = greatest(a.last_seen_at, u.seen),
      recovered_at = CASE u.transition
        WHEN 'reopen' THEN NULL
        WHEN 'amend' THEN a.recovered_at
        ELSE greatest(a.recovered_at, u.recovered, a.began_at) END,
      count = a.count + u.raises,
      -- What comes back was not done with.
      handling = CASE WHEN u.transition = 'reopen' AND a.handling = 'processed' THEN 'unhandled' ELSE a.handling END,
      handled_by = CASE WHEN u.transition = 'reopen' AND a.handling = 'processed' THEN NULL ELSE a.handled_by END,
      handled_at = CASE WHEN u.transition = 'reopen' AND a.handling = 'processed' THEN NULL ELSE a.handled_at END,
      change = a.change + 1,
      loss_due_at = '-infinity'
    FROM unnest(${changes.map(({ before }) => before.id)}::bigint[], ${changes.map(({ before }) => before.change)}::int[],
      ${changes.map(({ transition }) => transition)}::text[],
      ${changes.map(({ before, now }) => now.stationId !== before.stationId)}::boolean[],
      ${changes.map(({ now }) => now.stationId)}::bigint[],
      ${dates(changes.map(({ now }) => now.beganAt))}::timestamptz[],
      ${dates(changes.map(({ now }) => now.lastSeenAt))}::timestamptz[],
      ${dates(changes.map(({ now }) => now.recoveredAt))}::timestamptz[],
      ${changes.map(({ before, now }) => now.count - before.count)}::int[])
      AS u (id, change, transition, moves, station_id, began, seen, recovered, raises)
    WHERE a.id = u.id AND CASE u.transition
      WHEN 'extend' THEN a.recovered_at IS NOT NULL
      WHEN 'reopen' THEN a.recovered_at IS NOT NULL AND a.change = u.change AND NOT EXISTS (
        SELECT FROM alarms b WHERE b.device_id = a.device_id AND b.code = a.code AND b.recovered_at IS NULL)
      ELSE a.recovered_at IS NULL END
    RETURNING a.id, a.change`.execute(db);
  return new Map(rows.map((row) => [row.id, row.change]));
}

/** Notes that alarms were seen again; that is no change of them. */
export async function noteSightings(
  db: Db,
  sightings: readonly { id: number; lastSeenAt: number }[],
): Promise<void> {
  if (sightings.length === 0) return;
  await sql`
    UPDATE alarms a SET last_seen_at = greatest(a.last_seen_at, u.seen)
    FROM unnest(${sightings.map(({ id }) => id)}::bigint[],
      ${dates(sightings.map(({ lastSeenAt }) => lastSeenAt))}::timestamptz[]) AS u (id, seen)
    WHERE a.id = u.id`.execute(db);
}
