import { untilStoresAnswer } from '../../platform/until-stores-answer.ts';
import type { AlarmRecord } from './alarm-book.ts';
import { forgetActive, loadAlarm } from './alarm-book.ts';
import { reviewDevice, type AlarmEngine } from './alarm-engine.ts';
import { readFaultWordsOfStore, readRecentAlarms } from './alarms.queries.ts';
import type { FaultWords } from './fault-words.ts';
import { forgetSilence } from './offline-watch.ts';

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
  let looks = 0;
  do {
    await write();
    words = await readFaultWordsOfStore(samples, own);
    alarms = [];
    for await (const records of readRecentAlarms(db, clock.now(), own)) alarms.push(...records);
    looks += 1;
    // What was decided while the stores answered would be forgotten unwritten.
  } while (looks < MOST_LOOKS && owesAny(engine, ids));
  forgetDevices(engine, ids);
  for (const record of alarms) loadAlarm(engine.book, record);
  for (const id of ids) {
    const known = words.get(id);
    if (known) engine.words.set(id, known);
    if (engine.savedWords.has(id)) engine.unsavedWords.add(id);
    reviewDevice(engine, id);
  }
}

const owesAny = ({ book, past }: AlarmEngine, ids: ReadonlySet<number>): boolean =>
  [...book.changed, ...past.finished].some(({ deviceId }) => ids.has(deviceId));

/** Takes everything of devices that this server does not decide over any more out of memory. */
export function forgetGone(engine: AlarmEngine, ids: ReadonlySet<number>): void {
  forgetDevices(engine, ids);
  for (const id of ids) forgetSilence(engine.watch, id);
}

/** Takes what is known of the faults of some devices out of memory, what is not written yet included. */
export function forgetDevices(
  { book, past, words }: Pick<AlarmEngine, 'book' | 'past' | 'words'>,
  ids: ReadonlySet<number>,
): void {
  if (ids.size === 0) return;
  const ofThese = ({ deviceId }: Pick<AlarmRecord, 'deviceId'>) => ids.has(deviceId);
  for (const [key, { record }] of book.recent) if (ofThese(record)) book.recent.delete(key);
  for (const records of [book.changed, book.sighted, book.toAnnounce]) {
    for (const record of records) if (ofThese(record)) records.delete(record);
  }
  for (const id of ids) {
    words.delete(id);
    forgetActive(book, id);
    past.cursors.delete(id);
  }
  // In its place: there may be hundreds of thousands, more than a call takes arguments.
  let kept = 0;
  for (const record of past.finished) if (!ofThese(record)) past.finished[kept++] = record;
  past.finished.length = kept;
}
