import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { TOO_MANY_CODE, type RoomSize } from './alarm-room.ts';
import type { AlarmSubject } from './alarm-book.ts';

/** What of some alarms found room. */
export interface Shared<T> {
  taken: T[];
  refused: T[];
  /** When the span of each device that was refused something ends, epoch milliseconds. */
  until: ReadonlyMap<number, number>;
}

/**
 * Takes room for new rows of alarms in the transaction that writes them. All servers count together here, so that a device that speaks to
 * several of them, or a server that starts again, finds no more room than one. Only what devices tell counts, the folded alarm does not.
 */
export async function takeRoomOfAll<T>(
  trx: Db,
  { kind, most, spanMs, now }: RoomSize & { now: number },
  alarms: readonly { subject: Pick<AlarmSubject, 'deviceId' | 'type' | 'code'>; alarm: T }[],
): Promise<Shared<T>> {
  const counted = alarms.filter(({ subject }) => counts(subject));
  const wanted = new Map<number, number>();
  for (const { subject } of counted) wanted.set(subject.deviceId, (wanted.get(subject.deviceId) ?? 0) + 1);
  const left = new Map<number, number>();
  const until = new Map<number, number>();
  for (const row of await take(trx, { kind, most, spanMs, now }, wanted)) {
    const over = Math.max(0, row.used - most);
    left.set(row.deviceId, Math.max(0, wanted.get(row.deviceId)! - over));
    if (over > 0) until.set(row.deviceId, row.until.getTime());
  }
  const shared: Shared<T> = { taken: [], refused: [], until };
  for (const { subject, alarm } of alarms) {
    // A device that is gone has no room and needs none: nothing is written of it.
    const room = counts(subject) ? (left.get(subject.deviceId) ?? 1) : 1;
    if (counts(subject)) left.set(subject.deviceId, room - 1);
    (room > 0 ? shared.taken : shared.refused).push(alarm);
  }
  return shared;
}

const counts = ({ type, code }: Pick<AlarmSubject, 'type' | 'code'>) =>
  type === 'deviceFault' && code !== TOO_MANY_CODE;

interface Room {
  deviceId: number;
  used: number;
  until: Date;
}

/** Devices always in the same order, so that two servers do not wait for each other. */
async function take(
  trx: Db,
  { kind, most, spanMs, now }: RoomSize & { now: number },
  wanted: ReadonlyMap<number, number>,
): Promise<readonly Room[]> {
  if (wanted.size === 0) return [];
  const [at, end] = [new Date(now), new Date(now + spanMs)];
  const { rows } = await sql<Room>`
    INSERT INTO alarm_rooms AS r (device_id, kind, until, used)
    SELECT u.device_id, ${kind}, ${end}::timestamptz, u.n
    FROM unnest(${[...wanted.keys()]}::bigint[], ${[...wanted.values()]}::int[]) AS u (device_id, n)
    WHERE EXISTS (SELECT FROM devices d WHERE d.id = u.device_id)
    ORDER BY u.device_id
    ON CONFLICT (device_id, kind) DO UPDATE SET
      used = CASE WHEN r.until <= ${at} THEN EXCLUDED.used ELSE least(r.used, ${most}::int) + EXCLUDED.used END,
      until = CASE WHEN r.until <= ${at} THEN EXCLUDED.until ELSE r.until END
    RETURNING device_id, used, until`.execute(trx);
  return rows;
}
