import { roomForPast, takeRoom, tooManyCodes, type AlarmRoom } from './alarm-room.ts';
import { newRecord, type AlarmRecord, type AlarmSubject } from './alarm-book.ts';

/** Late data that goes on for longer is told in several passes. */
const LONGEST_MS = 60 * 60_000;

/** Alarms of one device that late data tells about, as far as that data has arrived. */
interface PastCursor {
  /** Epoch milliseconds of the newest late observation. */
  time: number;
  /** When its first observation came: until it is complete, a start must read from there. */
  readonly firstAt: number;
  /** When its newest one came, so that alarms are closed once no more data comes. */
  arrivedAt: number;
  open: Map<string, AlarmRecord>;
  /** Stands for the alarms that found no room, from the first to the last of them. */
  folded: AlarmRecord | undefined;
}

/**
 * Alarms of the past out of late data: buffers that loggers send after an outage, imported files. They are recorded with
 * begin and end and never announced as new.
 */
export interface PastAlarms {
  readonly cursors: Map<number, PastCursor>;
  /** Complete ones, to be written. */
  readonly finished: AlarmRecord[];
  readonly room: AlarmRoom;
}

export interface PastObservation {
  deviceId: number;
  /** Epoch milliseconds. */
  time: number;
  subjects: readonly AlarmSubject[];
}

export function createPastAlarms(): PastAlarms {
  return { cursors: new Map(), finished: [], room: roomForPast() };
}

/** Takes what a device said about one moment of the past. Observations that jump back begin a new pass. */
export function observePast(past: PastAlarms, observation: PastObservation, now: number): void {
  const { deviceId, time, subjects } = observation;
  const known = past.cursors.get(deviceId);
  const jumpsBack = known !== undefined && time < known.time;
  if (jumpsBack) endAll(past, known);
  const cursor = known && !jumpsBack ? known : newCursor(now, known?.folded);
  // Two parts of one reading: the second knows nothing of the words of the first.
  if (time > cursor.time) endMissing(past, cursor, { deviceId, time, subjects });
  cursor.time = time;
  cursor.arrivedAt = now;
  for (const subject of subjects) {
    const record = cursor.open.get(subject.code);
    if (record) record.lastSeenAt = time;
    else if (takeRoom(past.room, deviceId, now)) cursor.open.set(subject.code, newRecord(subject, time));
    else fold(cursor, subject, time);
  }
  if (cursor.open.size > 0 || cursor.folded) past.cursors.set(deviceId, cursor);
  else past.cursors.delete(deviceId);
}

function newCursor(now: number, folded: AlarmRecord | undefined): PastCursor {
  return { time: -1, firstAt: now, arrivedAt: now, open: new Map(), folded };
}

function endMissing(past: PastAlarms, cursor: PastCursor, { time, subjects }: PastObservation): void {
  const present = new Set(subjects.map(({ code }) => code));
  for (const [code, record] of cursor.open) {
    if (present.has(code)) continue;
    cursor.open.delete(code);
    past.finished.push({ ...record, recoveredAt: time });
  }
}

/** One alarm for all that find no room until the cursor is closed, so that it is not written over and over. */
function fold(cursor: PastCursor, subject: AlarmSubject, time: number): void {
  cursor.folded ??= newRecord(tooManyCodes(subject), time);
  cursor.folded.beganAt = Math.min(cursor.folded.beganAt, time);
  cursor.folded.lastSeenAt = Math.max(cursor.folded.lastSeenAt, time);
}

function endAll(past: PastAlarms, cursor: PastCursor): void {
  for (const record of cursor.open.values()) end(past, record);
  cursor.open.clear();
}

function end(past: PastAlarms, record: AlarmRecord): void {
  past.finished.push({ ...record, recoveredAt: record.lastSeenAt });
}

/** Ends the alarms that late data of a device left open, at the time they were seen last, because nothing later is known. */
export function closeCursor(past: PastAlarms, deviceId: number): void {
  const cursor = past.cursors.get(deviceId);
  if (!cursor) return;
  endAll(past, cursor);
  if (cursor.folded) end(past, cursor.folded);
  past.cursors.delete(deviceId);
}

/**
 * Closes the cursors that nothing came for since `before`, and those that are open for longer than `LONGEST_MS`: a start reads from the first
 * observation of the oldest one.
 */
export function closeIdleCursors(past: PastAlarms, before: number): void {
  for (const [deviceId, cursor] of past.cursors) {
    if (cursor.arrivedAt <= before || cursor.firstAt <= before - LONGEST_MS) closeCursor(past, deviceId);
  }
}
