import { newRecord, type AlarmRecord, type AlarmSubject } from './alarm-book.ts';

/** Alarms of one device that late data tells about, as far as that data has arrived. */
interface PastCursor {
  /** Epoch milliseconds of the newest late observation. */
  time: number;
  /** When its first observation came: until it is complete, a start must read from there. */
  readonly firstAt: number;
  /** When its newest one came, so that alarms are closed once no more data comes. */
  arrivedAt: number;
  open: Map<string, AlarmRecord>;
}

/**
 * Alarms of the past out of late data: buffers that loggers send after an outage, imported files. They are recorded with
 * begin and end and never announced as new.
 */
export interface PastAlarms {
  readonly cursors: Map<number, PastCursor>;
  /** Complete ones, to be written. */
  readonly finished: AlarmRecord[];
}

export interface PastObservation {
  deviceId: number;
  /** Epoch milliseconds. */
  time: number;
  subjects: readonly AlarmSubject[];
}

export function createPastAlarms(): PastAlarms {
  return { cursors: new Map(), finished: [] };
}

/** Takes what a device said about one moment of the past. Observations that jump back begin a new pass. */
export function observePast(past: PastAlarms, observation: PastObservation, now: number): void {
  const { deviceId, time, subjects } = observation;
  const known = past.cursors.get(deviceId);
  if (known && time < known.time) closeCursor(past, deviceId);
  const cursor = past.cursors.get(deviceId) ?? {
    time: -1,
    firstAt: now,
    arrivedAt: now,
    open: new Map<string, AlarmRecord>(),
  };
  // Two parts of one reading: the second knows nothing of the words of the first.
  if (time > cursor.time) endMissing(past, cursor, { deviceId, time, subjects });
  cursor.time = time;
  cursor.arrivedAt = now;
  for (const subject of subjects) {
    const record = cursor.open.get(subject.code);
    if (record) record.lastSeenAt = time;
    else cursor.open.set(subject.code, newRecord(subject, time));
  }
  if (cursor.open.size > 0) past.cursors.set(deviceId, cursor);
  else past.cursors.delete(deviceId);
}

function endMissing(past: PastAlarms, cursor: PastCursor, { time, subjects }: PastObservation): void {
  const present = new Set(subjects.map(({ code }) => code));
  for (const [code, record] of cursor.open) {
    if (present.has(code)) continue;
    cursor.open.delete(code);
    past.finished.push({ ...record, recoveredAt: time });
  }
}

/** Ends the alarms that late data of a device left open, at the time they were seen last, because nothing later is known. */
export function closeCursor(past: PastAlarms, deviceId: number): void {
  for (const record of past.cursors.get(deviceId)?.open.values() ?? []) {
    past.finished.push({ ...record, recoveredAt: record.lastSeenAt });
  }
  past.cursors.delete(deviceId);
}

/** Closes the cursors that nothing came for since `before`. */
export function closeIdleCursors(past: PastAlarms, before: number): void {
  for (const [deviceId, cursor] of past.cursors) {
    if (cursor.arrivedAt <= before) closeCursor(past, deviceId);
  }
}
