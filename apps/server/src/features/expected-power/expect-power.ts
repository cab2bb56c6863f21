import { randomInt } from 'node:crypto';
import { dayRange, localDayOf } from '@sunfleet/analysis';
import { sql } from 'kysely';
import { createBreath } from '../../platform/breath.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import { togetherOrAlone } from '../../platform/jobs/together-or-alone.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { nextVersion } from '../../platform/postgres/next-version.ts';
import { stayAwake } from '../../platform/postgres/stay-awake.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import { sumKpiDays } from '../kpis/index.ts';
import { EXPECTED_AGAIN_MS } from '../telemetry/index.ts';
import { BUCKET_MS, floorBucket } from './buckets.ts';
import { sumRunningDays } from './computed-days.ts';
import { expectStations } from './expect-stations.ts';
import type { ExpectParts, Stretch } from './read-inputs.ts';
import { readLearned } from './learned.ts';
import { servedBySensors } from './power-inputs.ts';
import { modelKey } from './model-key.ts';
import {
  addStations,
  holdChanged,
  holdDue,
  peekDue,
  oweExpected,
  readMarks,
  saveStation,
  type OwedStation,
} from './owed-stations.ts';
import { readPeerBook } from './peers.ts';
import { splitByData } from './split-by-data.ts';
import type { PastWeather } from '../weather/index.ts';

export type ExpectingParts = Pick<Platform, 'db' | 'samples' | 'clock' | 'log'> & {
  fleet: Pick<Fleet, 'station' | 'devicesOf' | 'stations'>;
  weather?: PastWeather | undefined;
};

/** Stations of one transaction. */
const AT_ONCE = 200;
/** How long one job computes; the next one goes on with what is due. */
const LONGEST_MS = 4 * 60_000;
const DAY_MS = 86_400_000;
/** Of what is owed a station is computed so much at once, newest first. */
const PIECE_MS = 31 * DAY_MS;
/** Longer ago is computed piece by piece, as what is owed. */
const STALE_MS = 2 * DAY_MS;
/** What is told of the running hour is a forecast; an hour after it is over it no longer changes much. */
const WEATHER_AGAIN_MS = 2 * 3_600_000;
const LEAST_STEP_MS = 5 * 60_000;
/** How long one transaction computes what is owed: others wait for its stations. */
const OWED_MS = 1000;

/**
 * Computes the expected power of stations on to now, and again where powers came late, or where design, place or capacity changed. Several servers
 * share the stations by row locks, so that one of them alone writes a station at a time; what was written twice is the same. A station that cannot be
 * computed, whatever is stored of it, is left out of this run and keeps no other one waiting.
 */
export async function expectPower(parts: ExpectingParts, signal: AbortSignal): Promise<void> {
  const { db, samples, clock, fleet, weather } = parts;
  await addStations(db);
  await readMarks({ db, samples });
  await oweChanged(parts);
  const until = clock.now() + LONGEST_MS;
  const began = performance.now();
  const expecting = { samples, fleet, peers: await readPeerBook(db, fleet), weather };
  const done: number[] = [];
  while (!signal.aborted && performance.now() - began < LONGEST_MS && clock.now() < until) {
    const which = { done, draw: randomInt(2 ** 31) };
    await refreshWeather(parts, which, signal);
    const some = await db
      .transaction()
      .execute((trx) => stayAwake(trx, () => expectSome(parts, { trx, expecting, which })));
    if (some === 0) return;
  }
}

/** Stations that a run leaves out, and the draw of which organisations come first. */
interface Which {
  done: number[];
  draw: number;
}

/** Has the weather of the stations that come next told before the transaction that computes them, because a service takes its time. */
async function refreshWeather(
  { db, fleet, samples, weather, clock }: ExpectingParts,
  which: Which,
  signal: AbortSignal,
): Promise<void> {
  if (!weather) return;
  const now = floorBucket(clock.now());
  const ids = await peekDue(db, { until: now - LEAST_STEP_MS + 1, limit: AT_ONCE, ...which });
  const served = await servedBySensors(samples, { stations: ids, from: now - DAY_MS, to: now });
  const places = ids.flatMap((id) => (served.has(id) ? [] : (fleet.station(id) ?? [])));
  await weather.refresh(places, signal);
}

/** Stations that are built otherwise now: all of their history is owed, and what was learned of them is forgotten. */
async function oweChanged({ db, fleet, clock }: ExpectingParts): Promise<void> {
  const models = new Map<number, string>();
  const breathe = createBreath();
  for (const station of fleet.stations()) {
    // Of a design of hundreds of arrays it takes a millisecond.
    await breathe();
    models.set(station.id, modelKey(fleet, station));
  }
  await db.transaction().execute(async (trx) => {
    const changed = await holdChanged(trx, models);
    if (changed.length === 0) return;
    // More than a statement takes as parameters, where all of a fleet changed.
    const ofChanged = sql<number>`ANY(${changed}::bigint[])`;
    await trx.deleteFrom('expectedCalibrations').where('stationId', '=', ofChanged).execute();
    await trx
      .updateTable('expectedStations')
      .set({ calibratedAt: null })
      .where('stationId', '=', ofChanged)
      .execute();
    await oweExpected(
      trx,
      changed.map((station) => ({ station, from: 0, to: clock.now() })),
    );
    for (const stationId of changed)
      await trx
        .updateTable('expectedStations')
        .set({ model: models.get(stationId)! })
        .where('stationId', '=', stationId)
        .execute();
  });
}

/** Computes some stations that are due; answers how many. */
async function expectSome(
  { db, clock, fleet, samples, weather, log }: ExpectingParts,
  { trx, expecting: given, which }: { trx: Db; expecting: Omit<ExpectParts, 'db'>; which: Which },
): Promise<number> {
  const now = floorBucket(clock.now());
  const expecting: ExpectParts = { ...given, db: trx };
  const againMs = weather ? WEATHER_AGAIN_MS : EXPECTED_AGAIN_MS;
  const held = await holdDue(trx, { until: now - LEAST_STEP_MS + 1, limit: AT_ONCE, ...which });
  if (held.length === 0) return 0;
  const ids = held.map(({ stationId }) => stationId);
  const learned = await readLearned(trx, ids);
  const first = await firstBuckets(samples, held);
  const recent: Stretch[] = [];
  const works: { one: OwedStation; of: Pick<Stretch, 'station' | 'learned'>; work: StationWork }[] = [];
  for (const one of held) {
    const station = fleet.station(one.stationId);
    if (!station) {
      // Memory has not heard of it yet.
      which.done.push(one.stationId);
      continue;
    }
    const work = workOf(one, { station, now, first: first.get(one.stationId), againMs });
    const of = { station, learned: learned.get(one.stationId) ?? [] };
    if (work.recent) recent.push({ ...of, ...work.recent });
    works.push({ one, of, work });
  }
  // Before anything is read: what is written later by somebody who read later goes before this.
  const version = await nextVersion(db, 'expectedPower', clock.now());
  const failed = new Set<number>();
  const expect = (stretches: readonly Stretch[]) => expectStations(expecting, stretches, { version, now });
  const leaveOut = (error: unknown, stationId: number) => {
    log.error({ err: error, stationId }, 'the expected power of a station was not computed');
    failed.add(stationId);
  };
  for (const group of together(recent))
    await togetherOrAlone(group, expect, (error, { station }) => leaveOut(error, station.id));
  const began = performance.now();
  const again = new Set<number>();
  for (const { of, work } of works) {
    if (!work.again || performance.now() - began >= OWED_MS || failed.has(of.station.id)) continue;
    const past = { ...of, ...work.again };
    try {
      const { known, silent } = await splitByData(samples, past);
      for (const stretch of known) await expect([stretch]);
      await sumKpiDays({ samples, fleet }, silent, { version, now });
    } catch (error) {
      leaveOut(error, of.station.id);
    }
    again.add(of.station.id);
  }
  const computed = works.filter(({ one }) => !failed.has(one.stationId));
  which.done.push(...failed);
  const today = await sumRunningDays(
    samples,
    computed.map(({ of }) => of.station),
    now,
  );
  const taught: number[] = [];
  for (const { one, of, work } of computed) {
    const { left } = work;
    const waiting = again.has(one.stationId) ? undefined : work.again;
    await saveStation(trx, {
      stationId: one.stationId,
      model: one.model ?? modelKey(fleet, of.station),
      computedFrom: work.computedFrom,
      computedUntil: now,
      owed: waiting ? { from: left?.from ?? waiting.from, to: waiting.to } : left,
      today: today.get(one.stationId),
      now: clock.now(),
    });
    if (work.again && !waiting && !left && isWorthLearning(work.again, of.learned))
      taught.push(one.stationId);
  }
  await learnSoon(trx, taught);
  return held.length;
}

/** A past of days has come of a station of which nothing is learned yet. */
const isWorthLearning = ({ from, to }: { from: number; to: number }, learned: Stretch['learned']): boolean =>
  learned.length === 0 && to - from >= DAY_MS;

/** Has stations looked at as soon as the transaction ends, because somebody who sent their past waits for what it teaches. */
async function learnSoon(trx: Db, stations: readonly number[]): Promise<void> {
  if (stations.length === 0) return;
  await trx
    .updateTable('expectedStations')
    .set({ calibratedAt: null })
    .where('stationId', 'in', stations)
    .execute();
  await askForJob(trx, 'expected.learn');
}

interface StationWork {
  recent: { from: number; to: number } | undefined;
  again: { from: number; to: number } | undefined;
  left: { from: number; to: number } | null;
  computedFrom: number;
}

/** What of a station is computed now and what is left. `first`: its first measured bucket, where one was looked for and found. */
export function workOf(
  { computedFrom, computedUntil, owed }: Pick<OwedStation, 'computedFrom' | 'computedUntil' | 'owed'>,
  {
    station: { timeZone },
    now,
    first,
    againMs = EXPECTED_AGAIN_MS,
  }: {
    station: Pick<FleetStation, 'timeZone'>;
    now: number;
    first: number | undefined;
    againMs?: number;
  },
): StationWork {
  const startOfDay = (time: number) => dayRange(localDayOf(time, timeZone), timeZone).start;
  const since = computedUntil === null ? startOfDay(now) : Math.max(computedUntil - againMs, now - STALE_MS);
  const from = floorBucket(Math.min(since, now));
  const recent = from < now ? { from, to: now } : undefined;
  // What is owed of late comes with what is recent.
  const spans = owed && owed.from < from ? [{ from: owed.from, to: Math.min(owed.to, from) }] : [];
  // A server that was away, or a station that is new here.
  const behind = computedUntil ?? first;
  if (behind !== undefined && behind < from) spans.push({ from: behind, to: from });
  const gapless = computedFrom ?? from;
  const start = Math.max(
    first === undefined ? 0 : startOfDay(first),
    Math.min(...spans.map((span) => span.from)),
  );
  // Where a past came of before, days without data that lie between are computed, too: what they are part of counts them.
  if (start < gapless) spans.push({ from: start, to: gapless });
  const end = Math.min(now, Math.max(...spans.map((span) => span.to)));
  // Of a station that never measured anything nothing of before is asked.
  if (!(start < end) || (start === 0 && first === undefined))
    return { recent, again: undefined, left: null, computedFrom: gapless };
  const piece = { from: floorBucket(Math.max(start, end - PIECE_MS)), to: floorBucket(end + BUCKET_MS - 1) };
  return {
    recent,
    again: piece,
    left: piece.from > start ? { from: start, to: piece.from } : null,
    computedFrom: Math.min(start, gapless),
  };
}

/** First measured bucket of the stations that need it, epoch milliseconds. */
async function firstBuckets(
  samples: Platform['samples'],
  held: readonly OwedStation[],
): Promise<ReadonlyMap<number, number>> {
  const stations = held
    .filter(({ owed, computedUntil }) => owed || computedUntil === null)
    .map(({ stationId }) => stationId);
  if (stations.length === 0) return new Map();
  const rows = await samples.query<{ station: number; first: number }>(
    `SELECT station, toUnixTimestamp(min(bucket)) * 1000 AS first FROM station_power_5m
     WHERE station IN {stations:Array(UInt32)} GROUP BY station`,
    { stations },
  );
  return new Map(rows.map(({ station, first }) => [station, first]));
}

/** Stretches that begin within a day of each other are read together. */
function together(stretches: readonly Stretch[]): Stretch[][] {
  return [...Map.groupBy(stretches, ({ from }) => Math.floor(from / DAY_MS)).values()];
}
