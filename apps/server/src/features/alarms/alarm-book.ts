import type { AlarmLevel, AlarmType } from '@sunfleet/contract';
import { isGridFault } from './is-grid-fault.ts';
import { WaitingRecords } from './waiting-records.ts';

/** Raises of one alarm within this time fold into one row from the third on. */
export const FLAP_WINDOW_MS = 60 * 60_000;
const FLAP_RAISES = 3;
/** What a rule finds again within a day is the same alarm: much of it comes with the sun. */
const SAME_RULE_MS = 24 * FLAP_WINDOW_MS;
/** What is over is kept so long, because it explains what is seen after it: longer than the longest window of a rule that is shipped, which is six hours. */
const KEPT_MS = 8 * FLAP_WINDOW_MS;

/** How far a slow clock may be behind, milliseconds. */
export const MISTIMED_MS = 3 * 60 * 60_000;

/** How long an alarm that is over plays a part. */
export const keptFor = (type: AlarmType): number => (type === 'rule' ? SAME_RULE_MS : KEPT_MS);

/** What is raised: the object, the code and how it reads. */
export interface AlarmSubject {
  deviceId: number;
  stationId: number | null;
  type: AlarmType;
  code: string;
  level: AlarmLevel;
  textKey: string;
}

/** What may change of an alarm. Times are epoch milliseconds of the event, not of its arrival. */
export interface AlarmState {
  stationId: number | null;
  beganAt: number;
  lastSeenAt: number;
  recoveredAt: number | null;
  count: number;
}

/** An alarm as its row says, `change` being the number of its newest change. */
export interface StoredAlarm extends AlarmState {
  id: number;
  change: number;
}

/** One alarm as memory holds it. */
export interface AlarmRecord extends AlarmSubject, AlarmState {
  /** Undefined until the row is written. */
  row: StoredAlarm | undefined;
  /** Whether it was announced. An alarm that never was is not announced when it recovers either. */
  announced: boolean;
  /** It is told by times that lie behind, as those of a slow clock do. */
  mistimed?: boolean;
}

/** Latest alarm of a subject and when the subject was raised, newest last: what the flap guard looks at. */
interface Recent {
  record: AlarmRecord;
  raises: readonly number[];
}

/**
 * The alarms that are active now, and those that closed within the flap window. One active alarm for a device and code.
 * The functions below decide; writing is the caller's: every change puts the record into `changed`.
 */
export interface AlarmBook {
  /** By device, then by code. */
  readonly active: Map<number, Map<string, AlarmRecord>>;
  /** The same ones by code, so that nobody looks through all of them for a few. */
  readonly ofCode: Map<string, Set<AlarmRecord>>;
  /** Those of them that tell of the grid, by station: thousands of devices of one look for them again and again. */
  readonly gridFaults: Map<number, Set<AlarmRecord>>;
  readonly recent: Map<string, Recent>;
  /** Records whose row is behind. */
  readonly changed: WaitingRecords<AlarmRecord>;
  /** Records of which only the last sighting is newer than in their row: written, not announced. */
  readonly sighted: WaitingRecords<AlarmRecord>;
  /** Records that are written and not announced yet. */
  readonly toAnnounce: Set<AlarmRecord>;
}

/** `ownerOf`: in whose turn what is decided of a device is written. */
export function createAlarmBook(ownerOf: (of: { deviceId: number }) => string = () => ''): AlarmBook {
  return {
    active: new Map(),
    ofCode: new Map(),
    gridFaults: new Map(),
    recent: new Map(),
    changed: new WaitingRecords<AlarmRecord>(ownerOf),
    sighted: new WaitingRecords<AlarmRecord>(ownerOf),
    toAnnounce: new Set(),
  };
}

const keyOf = (deviceId: number, code: string) => `${deviceId} ${code}`;

export function activeAlarms(book: AlarmBook, deviceId: number): AlarmRecord[] {
  return [...(book.active.get(deviceId)?.values() ?? [])];
}

export function activeAlarm(book: AlarmBook, deviceId: number, code: string): AlarmRecord | undefined {
  return book.active.get(deviceId)?.get(code);
}

/** Those of one code that stand, as they are now: the caller may change them. */
export function alarmsOfCode(book: AlarmBook, code: string): AlarmRecord[] {
  return [...(book.ofCode.get(code) ?? [])];
}

/** Takes a record of the store as it is. Records of one subject may come in any order. */
export function loadAlarm(book: AlarmBook, record: AlarmRecord): void {
  if (record.recoveredAt === null) activate(book, record);
  const key = keyOf(record.deviceId, record.code);
  const before = book.recent.get(key);
  // A folded row tells only that it was flapping when it was seen last.
  const raised = record.count > 1 ? [record.lastSeenAt, record.lastSeenAt] : [record.beganAt];
  const raises = [...(before?.raises ?? []), ...raised].sort((a, b) => a - b).slice(-FLAP_RAISES);
  const newest = before && before.record.beganAt > record.beganAt ? before.record : record;
  book.recent.set(key, { record: newest, raises });
}

/** Raises an alarm, or answers the one that stands. The third raise within the flap window reopens the last one. */
export function raiseAlarm(book: AlarmBook, subject: AlarmSubject, time: number): AlarmRecord {
  const standing = activeAlarm(book, subject.deviceId, subject.code);
  if (standing) return standing;
  const key = keyOf(subject.deviceId, subject.code);
  const before = book.recent.get(key);
  const raises = raisesUntil(before, time);
  const record =
    before && isHere(before.record, subject) && (raises.length >= FLAP_RAISES || isSame(before.record, time))
      ? reopen(before.record, time)
      : newRecord(subject, time);
  book.recent.set(key, { record, raises: raises.slice(-FLAP_RAISES) });
  activate(book, record);
  book.changed.add(record);
  return record;
}

/** Whether raising a subject that does not stand begins an alarm of its own, instead of reopening the last one. */
export function isNewAlarm(book: AlarmBook, subject: AlarmSubject, time: number): boolean {
  const before = book.recent.get(keyOf(subject.deviceId, subject.code));
  if (before && !isHere(before.record, subject)) return true;
  if (before && isSame(before.record, time)) return false;
  return raisesUntil(before, time).length < FLAP_RAISES;
}

/** What a device told elsewhere is of whoever had it there. */
const isHere = (before: AlarmRecord, { stationId }: AlarmSubject): boolean => before.stationId === stationId;

const isSame = ({ type, recoveredAt }: AlarmRecord, time: number): boolean =>
  type === 'rule' && recoveredAt !== null && time - recoveredAt < SAME_RULE_MS;

function raisesUntil(before: Recent | undefined, time: number): number[] {
  return [...(before?.raises ?? []).filter((at) => at > time - FLAP_WINDOW_MS), time];
}

export function recoverAlarm(book: AlarmBook, record: AlarmRecord, time: number): void {
  deactivate(book, activeAlarm(book, record.deviceId, record.code));
  record.recoveredAt = Math.max(time, record.beganAt);
  book.changed.add(record);
}

/** Forgets an alarm that was raised and is not to be written. */
export function dropAlarm(book: AlarmBook, record: AlarmRecord): void {
  const { deviceId, code } = record;
  if (activeAlarm(book, deviceId, code) === record) deactivate(book, record);
  const key = keyOf(deviceId, code);
  if (book.recent.get(key)?.record === record) book.recent.delete(key);
  book.changed.delete(record);
  book.sighted.delete(record);
}

/** Moves a device's active alarms to the station it belongs to now. */
export function moveAlarms(book: AlarmBook, deviceId: number, stationId: number | null): void {
  for (const record of activeAlarms(book, deviceId)) {
    if (record.stationId === stationId) continue;
    deactivate(book, record);
    record.stationId = stationId;
    activate(book, record);
    book.changed.add(record);
  }
}

/** Lets the alarms of a device that stand and are written be announced once more; false: there are none. */
export function tellAgain(book: AlarmBook, deviceId: number): boolean {
  const written = activeAlarms(book, deviceId).filter(({ row }) => row !== undefined);
  for (const record of written) book.toAnnounce.add(record);
  return written.length > 0;
}

/** Forgets what is over for so long that it neither explains nor reopens anything. */
export function pruneBook(book: AlarmBook, now: number): void {
  for (const [key, { record, raises }] of book.recent) {
    if (record.recoveredAt === null) continue;
    const last = Math.max(record.recoveredAt, raises.at(-1) ?? 0);
    if (last <= now - keptFor(record.type)) book.recent.delete(key);
  }
}

/** Forgets which alarms of a device stand. */
export function forgetActive(book: AlarmBook, deviceId: number): void {
  for (const record of activeAlarms(book, deviceId)) deactivate(book, record);
}

function activate(book: AlarmBook, record: AlarmRecord): void {
  const { deviceId, code } = record;
  deactivate(book, activeAlarm(book, deviceId, code));
  const ofDevice = book.active.get(deviceId) ?? new Map<string, AlarmRecord>();
  book.active.set(deviceId, ofDevice.set(code, record));
  putIn(book.ofCode, code, record);
  if (record.stationId !== null && isGridFault(record)) putIn(book.gridFaults, record.stationId, record);
}

function putIn<Key>(groups: Map<Key, Set<AlarmRecord>>, key: Key, record: AlarmRecord): void {
  const group = groups.get(key) ?? new Set<AlarmRecord>();
  groups.set(key, group.add(record));
}

function deactivate(book: AlarmBook, record: AlarmRecord | undefined): void {
  if (!record) return;
  const { deviceId, code } = record;
  const ofDevice = book.active.get(deviceId);
  ofDevice?.delete(code);
  if (ofDevice?.size === 0) book.active.delete(deviceId);
  takeFrom(book.ofCode, code, record);
  if (record.stationId !== null) takeFrom(book.gridFaults, record.stationId, record);
}

function takeFrom<Key>(groups: Map<Key, Set<AlarmRecord>>, key: Key, record: AlarmRecord): void {
  const group = groups.get(key);
  group?.delete(record);
  if (group?.size === 0) groups.delete(key);
}

/** An alarm that has just begun, or began in the past. */
export function newRecord(subject: AlarmSubject, time: number): AlarmRecord {
  return {
    ...subject,
    row: undefined,
    beganAt: time,
    lastSeenAt: time,
    recoveredAt: null,
    count: 1,
    announced: false,
  };
}

function reopen(record: AlarmRecord, time: number): AlarmRecord {
  record.recoveredAt = null;
  record.lastSeenAt = Math.max(time, record.lastSeenAt);
  record.count += 1;
  return record;
}
