import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Db } from '../../platform/postgres/client.ts';
import {
  activeAlarm,
  dropAlarm,
  newRecord,
  raiseAlarm,
  type AlarmBook,
  type AlarmRecord,
  type AlarmState,
} from './alarm-book.ts';
import { ROOM_FOR_NEW, ROOM_FOR_PAST, tooManyCodes, useUp } from './alarm-room.ts';
import { takeRoomOfAll, type Shared } from './room-of-all.ts';
import type { AlarmEngine } from './alarm-engine.ts';
import {
  changeRows,
  insertEnded,
  insertStanding,
  noteSightings,
  type InsertedRow,
  type NewAlarm,
  type RowChange,
} from './alarm-rows.queries.ts';
import { saveWords, toSavedWords, type SavedWords } from './saved-facts.queries.ts';
import { transitionOf } from './transition.ts';

/** Rows of one statement. */
const CHUNK = 2000;
/** What new alarms cost is counted so long after they were written, of all of them together. */
const COUNT_AFTER_MS = 5000;
/** Records of each kind in one transaction. Between two of them everything else of the server has its turn. */
const MOST_AT_ONCE = 1000;
/** Of the past more: nobody waits for them, and those of a device that find no room fold by transaction. */
const PAST_AT_ONCE = 4000;

/** Everything that one transaction writes, as it stood when it was taken. */
interface Owed {
  records: { record: AlarmRecord; now: NewAlarm }[];
  past: AlarmRecord[];
  sighted: AlarmRecord[];
  words: SavedWords[];
  /** Undefined where more is to be written: a start must not go on behind what is not written yet. */
  storedUntil: number | undefined;
}

/**
 * Writes the decided alarms, the words they were decided from and the position in one transaction, so that a start goes on from
 * exactly there. If the write fails, all of it is kept for the next call. `always` writes even if only the position changed.
 * Answers whether more was decided than one transaction takes; words and position are then written with the last of it.
 */
export async function writeAlarms(engine: AlarmEngine, always: boolean): Promise<boolean> {
  const owed = takeOwed(engine);
  const { records, past, sighted, words, storedUntil } = owed;
  const more = storedUntil === undefined;
  if (!always && records.length + past.length + sighted.length + words.length === 0) return more;
  try {
    const now = engine.platform.clock.now();
    const { settle, refused } = await engine.ownership.transaction(async (trx) => {
      const written = await writeOwed(trx, owed, now);
      if (storedUntil !== undefined) await engine.ownership.savePosition(trx, 'alarms', storedUntil);
      return written;
    });
    settle(engine.book);
    fold(engine, refused, now);
    return more || refused.refused.length > 0;
  } catch (error) {
    giveBack(engine, owed);
    throw error;
  }
}

/** Raises one alarm for those of each device that found no room, as memory does beyond its own. */
function fold({ book, room }: AlarmEngine, { refused, until }: Shared<AlarmRecord>, now: number): void {
  for (const [deviceId, end] of until) useUp(room, deviceId, end);
  for (const record of refused) {
    dropAlarm(book, record);
    raiseAlarm(book, tooManyCodes(record), now);
  }
}

/**
 * The time up to which stored samples have had their effects, epoch milliseconds. Late data whose alarms are not complete yet
 * counts as not seen, because a start has to read it again.
 */
function factsUntil({
  storedUntil,
  undecidedSince,
  past,
}: Pick<AlarmEngine, 'storedUntil' | 'undecidedSince' | 'past'>): number {
  let until = Math.min(storedUntil(), undecidedSince());
  for (const { firstAt } of past.cursors.values()) until = Math.min(until, firstAt);
  return until;
}

function takeOwed(engine: AlarmEngine): Owed {
  const { book, past, platform } = engine;
  const storedUntil = factsUntil(engine);
  const finished = past.finished.splice(0, PAST_AT_ONCE).filter((record) => !continues(book, record));
  const sighted = book.sighted.take(MOST_AT_ONCE).filter((record) => !book.changed.has(record));
  const records = book.changed.take(MOST_AT_ONCE).map((record) => ({ record, now: copyOf(record) }));
  if (past.finished.length + book.changed.size + book.sighted.size > 0) {
    return { records, past: finished, sighted, words: [], storedUntil: undefined };
  }
  const words = [...engine.unsavedWords].flatMap((deviceId) => {
    const known = engine.words.get(deviceId);
    return known && known.time > -Infinity ? [toSavedWords(deviceId, known)] : [];
  });
  engine.unsavedWords.clear();
  return {
    records,
    past: finished,
    sighted,
    words,
    storedUntil: Math.min(storedUntil, platform.clock.now()),
  };
}

function giveBack({ book, past, unsavedWords }: AlarmEngine, owed: Owed): void {
  for (const { record } of owed.records) book.changed.add(record);
  for (const record of owed.sighted) book.sighted.add(record);
  for (const { deviceId } of owed.words) unsavedWords.add(deviceId);
  past.finished.push(...owed.past);
}

interface Written {
  settle: (book: AlarmBook) => void;
  /** New ones that found no room. */
  refused: Shared<AlarmRecord>;
}

/** Writes in batches and answers what to do in memory once the transaction has committed. */
async function writeOwed(trx: Db, owed: Owed, now: number): Promise<Written> {
  const settles: ((book: AlarmBook) => void)[] = [];
  // All rooms before the first alarm, in which a new code may have to wait for whoever else brings it.
  const past = await withinRoom(trx, owed.past, now);
  const begun = owed.records.filter(({ record }) => record.row === undefined);
  const { taken: fresh, ...room } = await takeRoomOfAll(
    trx,
    { ...ROOM_FOR_NEW, now },
    begun.map((alarm) => ({ subject: alarm.record, alarm })),
  );
  for (const part of chunks(past)) await insertEnded(trx, part);
  // Recoveries first: a subject may have recovered and been raised again since the last write.
  const order = ['recover', 'extend', 'amend', 'reopen'] as const;
  for (const transition of order) {
    const known = owed.records.filter(({ record, now }) => transitionOf(record.row, now) === transition);
    for (const part of chunks(known)) settles.push(await change(trx, part, now));
  }
  const ended = fresh.filter(({ now }) => now.recoveredAt !== null);
  const standing = fresh.filter(({ now }) => now.recoveredAt === null);
  for (const part of chunks(ended)) settles.push(settleInserted(part, await insertEnded(trx, nowOf(part))));
  for (const part of chunks(standing))
    settles.push(settleInserted(part, await insertStanding(trx, nowOf(part))));
  if (fresh.length > 0) await askForJob(trx, 'alarms.countLosses', { delayMs: COUNT_AFTER_MS });
  for (const part of chunks(owed.sighted)) await noteSightings(trx, part.flatMap(sightingOf));
  await saveWords(trx, owed.words);
  return {
    settle: (book) => {
      for (const settle of settles) settle(book);
    },
    refused: { taken: [], until: room.until, refused: room.refused.map(({ record }) => record) },
  };
}

/** Alarms of the past that find room, and one for those of each device that find none, from the first to the last of them. */
async function withinRoom(trx: Db, past: readonly AlarmRecord[], now: number): Promise<AlarmRecord[]> {
  const alarms = past.map((alarm) => ({ subject: alarm, alarm }));
  const { taken, refused } = await takeRoomOfAll(trx, { ...ROOM_FOR_PAST, now }, alarms);
  const folded = new Map<number, AlarmRecord>();
  for (const record of refused) {
    const { deviceId, beganAt, lastSeenAt } = record;
    const one = folded.get(deviceId) ?? newRecord(tooManyCodes(record), beganAt);
    one.beganAt = Math.min(one.beganAt, beganAt);
    one.lastSeenAt = Math.max(one.lastSeenAt, lastSeenAt);
    one.recoveredAt = Math.max(one.recoveredAt ?? 0, record.recoveredAt ?? lastSeenAt);
    folded.set(deviceId, one);
  }
  return [...taken, ...folded.values()];
}

type Taken = Owed['records'];

async function change(trx: Db, part: Taken, at: number): Promise<(book: AlarmBook) => void> {
  const changes = part.map(({ record, now }): RowChange => ({
    before: record.row!,
    now,
    transition: transitionOf(record.row, now),
  }));
  const numbers = await changeRows(trx, changes);
  return (book) => {
    for (const { record, now } of part) {
      const { id } = record.row!;
      const number = numbers.get(id);
      if (number !== undefined) {
        record.row = { id, change: number, ...stateOf(now) };
        book.toAnnounce.add(record);
      } else if (now.recoveredAt === null) {
        // Another writer was faster: the alarm stands in another row now. Or it was ended because its device left: what lasts is another alarm.
        const isEnded = record.row!.recoveredAt === null;
        if (isEnded && now.stationId === null) dropAlarm(book, record);
        else writeAnew(book, record, isEnded ? at : undefined);
      }
    }
  };
}

/** `since`: where it begins then, because what was before is of whoever had the device. */
function writeAnew(book: AlarmBook, record: AlarmRecord, since: number | undefined): void {
  if (since !== undefined)
    Object.assign(record, { beganAt: since, lastSeenAt: since, count: 1, announced: false });
  record.row = undefined;
  book.changed.add(record);
}

function settleInserted(part: Taken, rows: readonly InsertedRow[]): (book: AlarmBook) => void {
  const exact = new Map(rows.map((row) => [`${row.deviceId} ${row.code} ${row.beganAt.getTime()}`, row]));
  const any = new Map(rows.map((row) => [`${row.deviceId} ${row.code}`, row]));
  return (book) => {
    for (const { record, now } of part) {
      const subject = `${record.deviceId} ${record.code}`;
      const standing = now.recoveredAt === null ? any.get(subject) : undefined;
      const row = exact.get(`${subject} ${now.beganAt}`) ?? standing;
      if (!row) continue;
      record.beganAt = Math.min(record.beganAt, row.beganAt.getTime());
      record.row = { id: row.id, change: row.change, ...stateOf(now), beganAt: row.beganAt.getTime() };
      book.toAnnounce.add(record);
    }
  };
}

const nowOf = (part: Taken): NewAlarm[] => part.map(({ now }) => now);
const sightingOf = ({ row, lastSeenAt }: AlarmRecord) => (row ? [{ id: row.id, lastSeenAt }] : []);

function stateOf({ stationId, beganAt, lastSeenAt, recoveredAt, count }: AlarmState): AlarmState {
  return { stationId, beganAt, lastSeenAt, recoveredAt, count };
}

function copyOf(record: AlarmRecord): NewAlarm {
  const { deviceId, type, code, level, textKey } = record;
  return { deviceId, type, code, level, textKey, ...stateOf(record) };
}

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += CHUNK) yield items.slice(from, from + CHUNK);
}

/** Longest silence between late data and what is known now that still counts as one alarm. */
const JOIN_MS = 30 * 60_000;

/**
 * A past alarm that still stands is the same as the standing one, which then began earlier. Other past alarms are rows of their
 * own.
 */
function continues(book: AlarmBook, record: AlarmRecord): boolean {
  const standing = activeAlarm(book, record.deviceId, record.code);
  if (!standing || record.recoveredAt === null || record.recoveredAt !== record.lastSeenAt) return false;
  if (standing.beganAt - record.lastSeenAt > JOIN_MS) return false;
  if (record.beganAt < standing.beganAt) {
    standing.beganAt = record.beganAt;
    book.changed.add(standing);
  }
  return true;
}
