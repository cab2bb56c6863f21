import type { DeviceDirectory } from '../../platform/ingest.ts';
import { messageOf } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { createAlarmBook, loadAlarm, pruneBook } from './alarm-book.ts';
import {
  raiseOffline,
  refreshSightings,
  reviewDevice,
  takeSamples,
  takeState,
  type AlarmEngine,
} from './alarm-engine.ts';
import {
  readFaultWordsOfStore,
  readOfflineDevices,
  readParents,
  readRecentAlarms,
} from './alarms.queries.ts';
import { createOfflineWatch, GRACE_MS } from './offline-watch.ts';
import { closeIdleCursors, createPastAlarms } from './past-alarms.ts';
import { writeAlarms } from './write-alarms.ts';

/** What is decided within this time is written together. */
const WRITE_AFTER_MS = 250;
const RETRY_AFTER_MS = 5000;
const TICK_MS = 60_000;
/** Late data that pauses this long has told what it had to tell. */
const PAST_IDLE_MS = 60_000;

/** Alarms of the platform: fault words and silence of devices become rows and announcements. */
export interface Alarms {
  /** Loads what stands and begins to listen. The device directory must be loaded. */
  start(): Promise<void>;
  /** Writes and announces what was decided so far. */
  flush(): Promise<void>;
  /** Once a minute by itself: due offline alarms, sightings, past alarms that are complete. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

/** State of the running feature beside what it decides from. */
interface Running extends AlarmEngine {
  changedDevices: Set<number>;
  timer: NodeJS.Timeout | undefined;
  ticking: NodeJS.Timeout | undefined;
  writing: Promise<void>;
  failure: string | undefined;
  ends: (() => void)[];
}

export function createAlarms(platform: Platform, directory: DeviceDirectory): Alarms {
  const running: Running = {
    platform,
    directory,
    book: createAlarmBook(),
    words: new Map(),
    past: createPastAlarms(),
    watch: createOfflineWatch(),
    changedDevices: new Set(),
    timer: undefined,
    ticking: undefined,
    writing: Promise.resolve(),
    failure: undefined,
    ends: [],
  };
  platform.health.add({ name: 'alarms', essential: false, check: () => healthOf(running) });
  return {
    start: () => start(running),
    flush: () => flush(running),
    tick: () => tick(running),
    stop: () => stop(running),
  };
}

async function start(running: Running): Promise<void> {
  const { platform, book, watch } = running;
  listen(running);
  const now = platform.clock.now();
  watch.judgeFrom = now + GRACE_MS;
  for (const record of await readRecentAlarms(platform.db, now)) loadAlarm(book, record);
  for (const [child, parent] of await readParents(platform.db)) watch.parents.set(child, parent);
  for (const [deviceId, silence] of await readOfflineDevices(platform.db, now)) {
    watch.offline.set(deviceId, silence);
  }
  const early = running.words;
  running.words = await readFaultWordsOfStore(platform.samples);
  for (const [deviceId, words] of early) running.words.set(deviceId, words);
  for (const deviceId of new Set([...running.words.keys(), ...book.active.keys()]))
    reviewDevice(running, deviceId);
  running.ticking = setInterval(() => void tick(running), TICK_MS).unref();
  schedule(running, WRITE_AFTER_MS);
}

function listen(running: Running): void {
  const { bus } = running.platform;
  running.ends.push(
    bus.subscribe('stored', (block) => {
      takeSamples(running, block);
      scheduleIfOwed(running);
    }),
    bus.subscribe('deviceState', (live) => {
      const before = running.watch.offline.size;
      takeState(running, live);
      if (running.watch.offline.size !== before) schedule(running, WRITE_AFTER_MS);
    }),
    bus.subscribe('deviceChanged', ({ deviceId }) => {
      running.changedDevices.add(deviceId);
      schedule(running, WRITE_AFTER_MS);
    }),
  );
}

function scheduleIfOwed(running: Running): void {
  if (running.book.changed.size > 0 || running.past.finished.length > 0) schedule(running, WRITE_AFTER_MS);
}

function schedule(running: Running, after: number): void {
  running.timer ??= setTimeout(() => {
    running.timer = undefined;
    flush(running).catch(() => schedule(running, RETRY_AFTER_MS));
  }, after).unref();
}

/** One write at a time; rejects when the store could not take it, and everything is kept for the next. */
function flush(running: Running): Promise<void> {
  const next = running.writing.then(() => write(running));
  running.writing = next.catch(() => {});
  return next;
}

async function write(running: Running): Promise<void> {
  const { platform } = running;
  try {
    await reviewChanged(running);
    raiseOffline(running);
    await writeAlarms(platform, running.book, running.past);
    running.failure = undefined;
  } catch (error) {
    running.failure = messageOf(error);
    platform.log.error({ err: error }, 'alarms could not be written, they are kept and tried again');
    throw error;
  }
}

async function reviewChanged(running: Running): Promise<void> {
  const ids = [...running.changedDevices];
  if (ids.length === 0) return;
  const parents = await readParents(running.platform.db, ids);
  for (const deviceId of ids) {
    running.changedDevices.delete(deviceId);
    running.watch.parents.delete(deviceId);
    const parent = parents.get(deviceId);
    if (parent !== undefined) running.watch.parents.set(deviceId, parent);
    reviewDevice(running, deviceId);
  }
}

async function tick(running: Running): Promise<void> {
  const now = running.platform.clock.now();
  closeIdleCursors(running.past, now - PAST_IDLE_MS);
  pruneBook(running.book, now);
  for (const record of refreshSightings(running)) {
    (record.announced ? running.book.sighted : running.book.changed).add(record);
  }
  await flush(running).catch(() => schedule(running, RETRY_AFTER_MS));
}

async function stop(running: Running): Promise<void> {
  for (const end of running.ends) end();
  clearTimeout(running.timer);
  clearInterval(running.ticking);
  closeIdleCursors(running.past, Infinity);
  await flush(running).catch(() => {});
}

function healthOf(running: Running) {
  const active = [...running.book.active.values()].reduce((sum, records) => sum + records.size, 0);
  const detail = { active, unwritten: running.book.changed.size + running.past.finished.length };
  return running.failure === undefined
    ? { state: 'ok' as const, detail }
    : { state: 'degraded' as const, detail: { ...detail, error: running.failure } };
}
