import { messageOf } from '../../platform/errors.ts';
import { every, type Repeated } from '../../platform/jobs/every.ts';
import { spansOf } from '../../platform/pages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Topics } from '../../platform/topics.ts';
import { readDoubtedLoggers } from '../links/index.ts';
import { createAlarmBook, keptFor, loadAlarm, pruneBook, tellAgain } from './alarm-book.ts';
import {
  judgeLoggers,
  noteWords,
  raiseOffline,
  refreshSightings,
  reviewDevice,
  takeHeard,
  takeState,
  type AlarmEngine,
} from './alarm-engine.ts';
import { readFaultWordsOfStore, readOfflineDevices, readRecentAlarms } from './alarms.queries.ts';
import { pruneRoom, roomForNew } from './alarm-room.ts';
import { announceAlarms } from './announce-alarms.ts';
import { standingValues, type FaultWords } from './fault-words.ts';
import { endFolded } from './judge-faults.ts';
import { createFaultDecisions, type FaultDecisions } from './decide-faults.ts';
import { judgePowers } from './judge-powers.ts';
import { judgeSims } from './judge-sims.ts';
import { createRuleLooks, type RuleLooks } from './rules/rule-looks.ts';
import { createOfflineWatch, forgetMistimed, GRACE_MS, noteSilence } from './offline-watch.ts';
import { closeIdleCursors, createPastAlarms } from './past-alarms.ts';
import { forgetGone, takeStoredFaults } from './take-stored-faults.ts';
import { replayFacts } from './replay-facts.ts';
import { readSavedFacts, type SavedFacts } from './saved-facts.queries.ts';
import { writeAlarms } from './write-alarms.ts';

/** What is decided within this time is written together. */
const WRITE_AFTER_MS = 250;
const RETRY_AFTER_MS = 5000;
const TICK_MS = 60_000;
/** Powers are means of five minutes. */
const POWERS_EVERY_MS = 5 * 60_000;
/** Late data counts as complete when none has come for this long. */
const PAST_IDLE_MS = 60_000;

/** Alarms of the platform: fault words and silence of devices become rows and announcements. */
export interface Alarms {
  /**
   * Loads what stands, catches up with what was stored and begins to listen. Call it when table `latest` is brought up and
   * before anything new is stored.
   */
  start(): Promise<void>;
  /** Writes and announces what was decided so far. */
  flush(): Promise<void>;
  /** Once a minute by itself: due offline alarms, sightings, past alarms that are complete. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

/** State of the running feature beside what it decides from. */
interface Running extends AlarmEngine {
  decisions: FaultDecisions | undefined;
  changedDevices: Set<number>;
  /** When the powers of stations are judged next, epoch milliseconds. */
  powersDueAt: number;
  /** The same of SIM cards. */
  simsDueAt: number;
  timer: NodeJS.Timeout | undefined;
  ticking: Repeated | undefined;
  ruleLooks: RuleLooks;
  /** Devices that are decided anew. */
  takings: Set<Promise<void>>;
  writing: Promise<void>;
  failure: string | undefined;
  ends: (() => void)[];
}

export type AlarmParts = Pick<AlarmEngine, 'ownership' | 'fleet' | 'storedUntil'>;

export function createAlarms(platform: Platform, { ownership, fleet, storedUntil }: AlarmParts): Alarms {
  const engine: AlarmEngine = {
    platform,
    ownership,
    fleet,
    storedUntil,
    undecidedSince: () => Number.POSITIVE_INFINITY,
    book: createAlarmBook(({ deviceId }) => fleet.device(deviceId)?.organisationCode ?? 'nobody'),
    gridChildren: new Map(),
    room: roomForNew(),
    ruleRoom: roomForNew(),
    words: new Map(),
    savedWords: new Set(),
    unsavedWords: new Set(),
    past: createPastAlarms(),
    watch: createOfflineWatch(fleet),
  };
  const state: Omit<Running, keyof AlarmEngine> = {
    decisions: undefined,
    changedDevices: new Set(),
    powersDueAt: -Infinity,
    simsDueAt: -Infinity,
    timer: undefined,
    ticking: undefined,
    ruleLooks: createRuleLooks(engine, () => scheduleIfOwed(running)),
    takings: new Set(),
    writing: Promise.resolve(),
    failure: undefined,
    ends: [],
  };
  const running = Object.assign(engine, state);
  platform.health.add({ name: 'alarms', essential: false, check: () => healthOf(running) });
  return {
    start: () => start(running),
    flush: () => flushDecided(running),
    async tick() {
      await running.ruleLooks.review();
      await tick(running);
    },
    stop: () => stop(running),
  };
}

async function start(running: Running): Promise<void> {
  const { platform, ownership, fleet, book, watch } = running;
  const now = platform.clock.now();
  watch.judgeFrom = now + GRACE_MS;
  for await (const records of readRecentAlarms(platform.db, now))
    for (const record of records) if (fleet.device(record.deviceId)) loadAlarm(book, record);
  for await (const [deviceId, silence] of readOfflineDevices(platform.db, now))
    if (fleet.device(deviceId)) noteSilence(watch, deviceId, silence);
  await catchUp(running, await readSavedFacts(platform, ownership));
  listen(running);
  await reviewPowers(running);
  running.ticking = every(TICK_MS, () => tick(running), { log: platform.log, name: 'alarms' });
  running.ruleLooks.start();
  await flush(running, true).catch(() => schedule(running, RETRY_AFTER_MS));
}

/**
 * Decides over everything that was stored while no server did. The newest words in the store say how each device stands now. They are read
 * before the replay: what is stored from then on is replayed or heard of, in its order, and nothing of it is late.
 */
async function catchUp(running: Running, saved: SavedFacts): Promise<void> {
  for (const deviceId of saved.words.keys())
    if (!running.fleet.device(deviceId)) saved.words.delete(deviceId);
  running.savedWords = new Set(saved.words.keys());
  const newest = await readNewestWords(running);
  await replayFacts(running, saved);
  for (const [deviceId, words] of newest) {
    const replayed = running.words.get(deviceId);
    if (!replayed || words.time >= replayed.time) running.words.set(deviceId, words);
  }
  for (const [deviceId, words] of running.words) {
    reviewDevice(running, deviceId);
    noteWords(running, deviceId, standingValues(words));
  }
  for (const deviceId of running.book.active.keys()) {
    if (!running.words.has(deviceId)) reviewDevice(running, deviceId);
  }
}

async function readNewestWords({ platform, fleet }: Running): Promise<FaultWords> {
  const newest: FaultWords = new Map();
  for (const span of spansOf([...fleet.devices()].map(({ id }) => id))) {
    for (const [deviceId, words] of await readFaultWordsOfStore(platform.samples, span)) {
      if (fleet.device(deviceId)) newest.set(deviceId, words);
    }
  }
  return newest;
}

function listen(running: Running): void {
  const { platform } = running;
  const { bus } = platform;
  const decisions = createFaultDecisions({ engine: running, decided: () => scheduleIfOwed(running) });
  running.decisions = decisions;
  running.undecidedSince = () => decisions.since;
  const stopping = new AbortController();
  const decideAnew = ({ deviceIds }: Topics['devicesTaken']) => {
    const write = () => flushDecided(running);
    const taking = takeStoredFaults(running, deviceIds, { write, signal: stopping.signal });
    const settled = taking.catch(() => undefined).then(() => void running.takings.delete(settled));
    running.takings.add(settled);
    return taking.then(() => schedule(running, WRITE_AFTER_MS));
  };
  running.ends.push(
    () => stopping.abort(),
    () => decisions.stop(),
    bus.subscribe('stored', (block) => {
      takeHeard(running, block);
      decisions.take(block);
    }),
    bus.subscribe('deviceState', (live) => {
      const { offline } = running.watch;
      const { changed } = running.book;
      const before = offline.size + changed.size;
      takeState(running, live);
      if (offline.size + changed.size !== before) schedule(running, WRITE_AFTER_MS);
    }),
    bus.subscribe('latestMended', decideAnew),
    bus.subscribe('devicesTaken', decideAnew),
    bus.subscribe('alarmRulesChanged', () => running.ruleLooks.soon()),
    bus.subscribe('alarmsChanged', ({ deviceId }) => {
      if (tellAgain(running.book, deviceId)) schedule(running, WRITE_AFTER_MS);
    }),
    running.fleet.onChange(({ devices, stations }) => {
      // A capacity may have changed.
      if (stations.length > 0) running.powersDueAt = -Infinity;
      for (const deviceId of devices) running.changedDevices.add(deviceId);
      if (devices.length > 0) schedule(running, WRITE_AFTER_MS);
    }),
  );
}

function scheduleIfOwed(running: Running): void {
  const { book, past, unsavedWords } = running;
  if (book.changed.size + past.finished.length + unsavedWords.size > 0) schedule(running, WRITE_AFTER_MS);
}

function schedule(running: Running, after: number): void {
  running.timer ??= setTimeout(() => {
    running.timer = undefined;
    flush(running).catch(() => schedule(running, RETRY_AFTER_MS));
  }, after).unref();
}

/**
 * One write at a time; rejects when the store could not take it, and everything is kept for the next. `always`: the position
 * is written even where nothing was decided.
 */
function flush(running: Running, always = false): Promise<void> {
  const next = running.writing.then(() => write(running, always));
  running.writing = next.catch(() => {});
  return next;
}

async function flushDecided(running: Running): Promise<void> {
  await running.decisions?.settled();
  await flush(running);
}

async function write(running: Running, always: boolean): Promise<void> {
  const { platform, book } = running;
  try {
    if (always || hasLogger(running)) await reviewLoggers(running);
    for (let more = true; more;) {
      // Nobody's silence waits until a hundred thousand alarms of others are written.
      reviewChanged(running);
      raiseOffline(running, always);
      more = await writeAlarms(running, always);
      await announceAlarms(platform, book);
    }
    running.failure = undefined;
  } catch (error) {
    running.failure = messageOf(error);
    platform.log.error({ err: error }, 'alarms could not be written, they are kept and tried again');
    throw error;
  }
}

/** A doubt begins and ends with a change of the logger, and by itself, which the next tick sees. */
function hasLogger({ fleet, changedDevices }: Running): boolean {
  return [...changedDevices].some((deviceId) => fleet.device(deviceId)?.kind === 'logger');
}

async function reviewLoggers(running: Running): Promise<void> {
  const { db, clock } = running.platform;
  judgeLoggers(running, await readDoubtedLoggers(db, clock.now()));
}

/** A look that the store did not answer is made again at the next tick; alarms of other kinds do not wait for it. */
async function reviewPowers(running: Running): Promise<void> {
  const { clock, log } = running.platform;
  if (clock.now() < running.powersDueAt) return;
  running.powersDueAt = clock.now() + POWERS_EVERY_MS;
  try {
    await judgePowers(running);
  } catch (error) {
    running.powersDueAt = -Infinity;
    log.warn({ err: messageOf(error) }, 'powers of stations not judged');
  }
}

async function reviewSims(running: Running): Promise<void> {
  const { clock, log } = running.platform;
  if (clock.now() < running.simsDueAt) return;
  running.simsDueAt = clock.now() + POWERS_EVERY_MS;
  try {
    await judgeSims(running);
  } catch (error) {
    running.simsDueAt = -Infinity;
    log.warn({ err: messageOf(error) }, 'SIM cards not judged');
  }
}

function reviewChanged(running: Running): void {
  const gone = [...running.changedDevices].filter((deviceId) => !running.fleet.device(deviceId));
  forgetGone(running, new Set(gone));
  for (const deviceId of running.changedDevices) {
    reviewDevice(running, deviceId);
    running.watch.changed.add(deviceId);
  }
  running.changedDevices.clear();
}

async function tick(running: Running): Promise<void> {
  const now = running.platform.clock.now();
  closeIdleCursors(running.past, now - PAST_IDLE_MS);
  pruneBook(running.book, now);
  forgetMistimed(running.watch, now - keptFor('offline'));
  for (const deviceId of running.gridChildren.keys()) reviewDevice(running, deviceId);
  endFolded(running, (deviceId) => reviewDevice(running, deviceId));
  pruneRoom(running.room, now);
  pruneRoom(running.ruleRoom, now);
  pruneRoom(running.past.room, now);
  for (const record of refreshSightings(running)) {
    (record.announced ? running.book.sighted : running.book.changed).add(record);
  }
  await reviewPowers(running);
  await reviewSims(running);
  await flush(running, true).catch(() => schedule(running, RETRY_AFTER_MS));
}

async function stop(running: Running): Promise<void> {
  // What is stored from here on is not heard of any more: the position stays before it.
  const until = running.storedUntil();
  running.storedUntil = () => until;
  for (const end of running.ends) end();
  await Promise.all(running.takings);
  clearTimeout(running.timer);
  await Promise.all([running.ticking?.stop(), running.ruleLooks.stop()]);
  closeIdleCursors(running.past, Infinity);
  await flush(running, true).catch(() => {});
}

function healthOf(running: Running) {
  const active = [...running.book.active.values()].reduce((sum, records) => sum + records.size, 0);
  const detail = {
    active,
    unwritten: running.book.changed.size + running.past.finished.length,
    undecided: running.decisions?.size ?? 0,
  };
  return running.failure === undefined
    ? { state: 'ok' as const, detail }
    : { state: 'degraded' as const, detail: { ...detail, error: running.failure } };
}
