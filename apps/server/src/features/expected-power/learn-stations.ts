import { addDays, areSpreadsNews, dayRange, isLower, localDayOf, type DayRows } from '@sunfleet/analysis';
import { sql } from 'kysely';
import { setImmediate as breathe } from 'node:timers/promises';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { FleetStation } from '../fleet/index.ts';
import { modelOf } from '../telemetry/index.ts';
import { BUCKET_MS, middlesOf } from './buckets.ts';
import { createLearner, type Learner } from './create-learner.ts';
import { daysOf, lightOf } from './expect-station.ts';
import type { ExpectingParts } from './expect-power.ts';
import { readInputs, weatherAt } from './read-inputs.ts';
import type { Taught } from './learn-from-days.ts';
import { readLearned, type Learned, type LearnedData } from './learned.ts';
import { modelKey } from './model-key.ts';
import { oweExpected } from './owed-stations.ts';
import { peerShares, readPeerBook, type PeerBook } from './peers.ts';

/** Days that are looked at for sixty that are accepted. */
const LOOKED_AT_DAYS = 100;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long one job learns; the next one, an hour later, goes on with those that wait longest. */
const LONGEST_MS = 4 * 60_000;
/** A station is looked at once a day, and learned from anew so long after the last time. */
const LOOK_MS = DAY_MS - HOUR_MS;
const RENEWED_MS = 30 * DAY_MS;
/** What was learned on few days is learned again as soon as there are half as many more. */
const GROWTH = 1.5;

/**
 * Learns from the last accepted days of stations what each really gives. The first time it holds for all of a station's history, which is computed again;
 * later from the next local day on, so that history stays as it was judged.
 */
export async function learnStations(parts: ExpectingParts, signal: AbortSignal): Promise<void> {
  const { db, clock, fleet } = parts;
  const began = performance.now();
  const peers = await readPeerBook(db, fleet);
  const learner = createLearner();
  /** Milliseconds of this job, by organisation. */
  const spent = new Map<number | null, number>();
  try {
    while (!signal.aborted && performance.now() - began < LONGEST_MS) {
      const row = await nextToLearn(db, { before: clock.now() - LOOK_MS, spent });
      if (!row) return;
      const begins = performance.now();
      const station = fleet.station(row.stationId);
      const news = station && (await learnOf(parts, station, { peers, learner }));
      await keepOf(parts, { stationId: row.stationId, station, news });
      spent.set(row.organisationId, (spent.get(row.organisationId) ?? 0) + performance.now() - begins);
      await breathe();
    }
  } finally {
    await learner.stop();
  }
}

/**
 * The station that comes next: of those that were looked at before `before`, one of the organisation on whose stations least time was spent, because
 * one station may take minutes. Of one organisation, and of those alike, the one that waits longest.
 */
export async function nextToLearn(
  db: Db,
  { before, spent }: { before: number; spent: ReadonlyMap<number | null, number> },
): Promise<{ stationId: number; organisationId: number | null } | undefined> {
  const used = JSON.stringify([...spent].map(([organisation, ms]) => ({ organisation, ms })));
  const { rows } = await sql<{ stationId: number; organisationId: number | null }>`
    SELECT e.station_id, stations.organisation_id
      FROM expected_stations e JOIN stations ON stations.id = e.station_id
      LEFT JOIN jsonb_to_recordset(${used}::jsonb) AS used (organisation bigint, ms float8)
        ON used.organisation IS NOT DISTINCT FROM stations.organisation_id
     WHERE e.model IS NOT NULL AND (e.calibrated_at IS NULL OR e.calibrated_at < ${new Date(before)})
     ORDER BY coalesce(used.ms, 0), e.calibrated_at NULLS FIRST, e.station_id LIMIT 1`.execute(db);
  return rows[0];
}

/** What is new of a station; undefined parts are no better known than before. */
interface News {
  learned: LearnedData | undefined;
  spreads: Taught['spreads'] | undefined;
}

/** What is new of a station. One of which nothing can be learned, whatever is stored of it, is looked at again a day later and keeps no other one waiting. */
async function learnOf(
  parts: ExpectingParts,
  station: FleetStation,
  using: { peers: PeerBook; learner: Learner },
): Promise<News | undefined> {
  try {
    return await learnStation(parts, station, using);
  } catch (error) {
    parts.log.error({ err: error, stationId: station.id }, 'nothing could be learned of a station');
    return undefined;
  }
}

/** What the last days of a station teach; undefined where there are none. */
async function learnStation(
  { db, samples, clock, fleet, weather }: ExpectingParts,
  station: FleetStation,
  { peers, learner }: { peers: PeerBook; learner: Learner },
): Promise<News | undefined> {
  const now = clock.now();
  const known = (await readLearned(db, [station.id])).get(station.id) ?? [];
  const today = localDayOf(now, station.timeZone);
  const to = dayRange(today, station.timeZone).start;
  // What was learned of another design would be wrong of this one.
  const since = station.design?.findLast(({ from }) => from !== null && from <= today)?.from ?? '';
  const first = addDays(today, -LOOKED_AT_DAYS);
  const from = dayRange(since > first ? since : first, station.timeZone).start;
  if (to <= from) return undefined;
  const read = await readInputs({ samples, peers, weather }, [{ station, from, to }]);
  const all = read.measured.get(station.id);
  if (!all) return undefined;
  const [start, end] = [(from - read.from) / BUCKET_MS, (to - read.from) / BUCKET_MS];
  const part = (values: Float64Array) => values.subarray(start, end);
  const measured = { pv: part(all.pv), poa: part(all.poa), ghi: part(all.ghi), ambient: part(all.ambient) };
  const near = read.peers.get(station.id) ?? [];
  const shares = near.length > 0 ? await peerShares(fleet, { ...read, peers: near }, read.clear) : undefined;
  const times = middlesOf(from, to);
  const model = modelOf(fleet, station, now);
  const light = lightOf(model, {
    from,
    to,
    measured,
    weather: weatherAt(read, station, times),
    peers: shares && part(shares),
  });
  const days: DayRows[] = daysOf(station, from, to).map(({ day, start: begins, end: ends }) => ({
    day,
    from: (begins - from) / BUCKET_MS,
    to: (Math.min(ends, to) - from) / BUCKET_MS,
  }));
  const { learned, spreads } = await learner.learn({ model, times, actual: measured.pv, light, days, known });
  const last = known.at(-1);
  const isNew = isNews(learned, last, now);
  return {
    learned: isNew ? learned : undefined,
    spreads: areSpreadsNews((!isNew && last?.spreads) || {}, spreads) ? spreads : undefined,
  };
}

/** Whether something was learned that is worth another version: the first, other faults of sensors, many more days, or after a month; not what takes a lasting loss for usual. */
function isNews(learned: LearnedData, last: Learned | undefined, now: number): boolean {
  const days = daysIn(learned);
  const faults = JSON.stringify(learned.faults);
  if (!last) return days > 0 || faults !== '{}';
  if (faults !== JSON.stringify(last.faults)) return true;
  if (days === 0 || isLower(last, learned)) return false;
  return now - last.createdAt.getTime() >= RENEWED_MS || days >= GROWTH * daysIn(last);
}

const daysIn = ({ sources }: LearnedData): number =>
  Math.max(0, ...Object.values(sources).map(({ days }) => days));

interface Kept {
  stationId: number;
  station: FleetStation | undefined;
  news: News | undefined;
}

/** Keeps what was learned, or where that cannot be kept that the station was looked at: it would come first for ever. */
async function keepOf(parts: ExpectingParts, kept: Kept): Promise<void> {
  try {
    await keep(parts, kept);
  } catch (error) {
    const { stationId } = kept;
    parts.log.error({ err: error, stationId }, 'what was learned of a station was not kept');
    await keep(parts, { stationId, station: undefined, news: undefined });
  }
}

/** Keeps what was learned of the design that the station still has. */
async function keep({ db, clock, fleet }: ExpectingParts, { stationId, station, news }: Kept): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom('expectedStations')
      .select('model')
      .where('stationId', '=', stationId)
      .forUpdate()
      .executeTakeFirst();
    if (!held) return;
    await trx
      .updateTable('expectedStations')
      .set({ calibratedAt: new Date(now) })
      .where('stationId', '=', stationId)
      .execute();
    if (!station || !news || (!news.learned && !news.spreads) || held.model !== modelKey(fleet, station))
      return;
    const before = await trx
      .selectFrom('expectedCalibrations')
      .select('id')
      .where('stationId', '=', stationId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const today = localDayOf(now, station.timeZone);
    const added =
      news.learned &&
      (await addCalibration(trx, {
        stationId,
        model: held.model,
        learned: news.learned,
        validFrom: before ? today : null,
        now,
      }));
    const calibrationId = added ?? before?.id;
    if (news.spreads && calibrationId !== undefined) {
      const data = JSON.stringify(news.spreads);
      await trx
        .insertInto('expectedSpreads')
        .values({ calibrationId, validFrom: today, data })
        .onConflict((conflict) => conflict.columns(['calibrationId', 'validFrom']).doUpdateSet({ data }))
        .execute();
    }
    // A day is judged by one version.
    const from = before ? dayRange(today, station.timeZone).start : 0;
    await oweExpected(trx, [{ station: stationId, from, to: now }]);
    await askForJob(trx, 'expected.compute', { delayMs: 1000 });
  });
}

async function addCalibration(
  trx: Db,
  {
    stationId,
    model,
    learned,
    validFrom,
    now,
  }: { stationId: number; model: string; learned: LearnedData; validFrom: string | null; now: number },
): Promise<number> {
  const { id } = await trx
    .insertInto('expectedCalibrations')
    .values({ stationId, validFrom, model, data: JSON.stringify(learned), createdAt: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
