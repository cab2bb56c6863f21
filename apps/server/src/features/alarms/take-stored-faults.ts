import { untilStoresAnswer } from '../../platform/until-stores-answer.ts';
import type { AlarmRecord } from './alarm-book.ts';
import { forgetActive, loadAlarm } from './alarm-book.ts';
import { reviewDevice, type AlarmEngine } from './alarm-engine.ts';
import { readFaultWordsOfStore, readRecentAlarms } from './alarms.queries.ts';
import type { FaultWords } from './fault-words.ts';
import { findGonePast } from './keep-stored-past.ts';
import { forgetSilence } from './offline-watch.ts';
import { closeCursor } from './past-alarms.ts';

/** More looks are not made for a device that goes on telling of faults meanwhile. */
const MOST_LOOKS = 3;

/**
 * Decides anew about devices of which samples were removed, or that another server decided over until now: takes their alarms and words as the
 * stores have them. Table `latest` must be right before. `write` writes what was decided so far, which is of before; a store that is away is waited
 * for until `signal` is aborted.
 */
export function takeStoredFaults(
  engine: AlarmEngine,
  deviceIds: readonly number[],
  { write, signal }: { write: () => Promise<void>; signal: AbortSignal },
): Promise<void> {
  const { log } = engine.platform;
  const take = () => takeOnce(engine, deviceIds, write);
  return untilStoresAnswer(take, { signal, log, name: 'faults of devices that are decided anew' });
}

async function takeOnce(
  engine: AlarmEngine,
  deviceIds: readonly number[],
  write: () => Promise<void>,
): Promise<void> {
  const { db, samples, clock } = engine.platform;
  // What other servers decide over stands in their memory.
  const own = deviceIds.filter((id) => engine.fleet.device(id));
  if (own.length === 0) return;
  const ids = new Set(own);
  let words: FaultWords;
  let alarms: AlarmRecord[];
  let dropGonePast: () => void;
  let looks = 0;
  do {
    await write();
    words = await readFaultWordsOfStore(samples, own);
    alarms = [];
    for await (const records of readRecentAlarms(db, clock.now(), own)) alarms.push(...records);
    dropGonePast = await findGonePast(samples, engine.past, own);
    looks += 1;
    // What was decided while the stores answered would be forgotten unwritten.
  } while (looks < MOST_LOOKS && owesAny(engine, ids));
  dropGonePast();
  forgetDevices(engine, ids);
  for (const record of alarms) loadAlarm(engine.book, record);
  for (const id of ids) {
    const known = words.get(id);
    if (known) engine.words.set(id, known);
    if (engine.savedWords.has(id)) engine.unsavedWords.add(id);
    reviewDevice(engine, id);
  }
}

const owesAny = ({ book }: AlarmEngine, ids: ReadonlySet<number>): boolean =>
  [...book.changed].some(({ deviceId }) => ids.has(deviceId));

/**
 * Takes everything of devices that this server does not decide over any more out of memory. What began and ended here is left to be written, because
 * nobody else knows of it: whoever decides over them now goes by what is stored last. Late data that is not complete ends where it stands.
 */
export function forgetGone(engine: AlarmEngine, ids: ReadonlySet<number>): void {
  if (ids.size === 0) return;
  const { book, past, watch } = engine;
  const over = [...book.changed].filter(
    ({ deviceId, recoveredAt }) => ids.has(deviceId) && recoveredAt !== null,
  );
  for (const id of ids) closeCursor(past, id);
  forgetDevices(engine, ids);
  for (const record of over) book.changed.add(record);
  for (const id of ids) forgetSilence(watch, id);
}

/** Takes what is known of the faults of some devices out of memory, but for what late data tells of them. */
export function forgetDevices(
  { book, words }: Pick<AlarmEngine, 'book' | 'words'>,
  ids: ReadonlySet<number>,
): void {
  const ofThese = ({ deviceId }: Pick<AlarmRecord, 'deviceId'>) => ids.has(deviceId);
  for (const [key, { record }] of book.recent) if (ofThese(record)) book.recent.delete(key);
  for (const records of [book.changed, book.sighted, book.toAnnounce]) {
    for (const record of records) if (ofThese(record)) records.delete(record);
  }
  for (const id of ids) {
    words.delete(id);
    forgetActive(book, id);
  }
}
