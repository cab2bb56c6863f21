import { addDays, dayRange, isLower, localDayOf, type DayRows } from '@sunfleet/analysis';
import { setImmediate as breathe } from 'node:timers/promises';
import type { FleetStation } from '../fleet/index.ts';
import { modelOf } from '../telemetry/index.ts';
import { BUCKET_MS, middlesOf } from './buckets.ts';
import { createLearner, type Learner } from './create-learner.ts';
import { daysOf, lightOf } from './expect-station.ts';
import type { ExpectingParts } from './expect-power.ts';
import { readInputs, weatherAt } from './read-inputs.ts';
import type { LearnedData } from './learned.ts';
import { modelKey } from './model-key.ts';
import { oweExpected } from './owed-stations.ts';
import { PeerBook, peerShares } from './peers.ts';

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
  const peers = new PeerBook(fleet.stations());
  const learner = createLearner();
  try {
    while (!signal.aborted && performance.now() - began < LONGEST_MS) {
      const row = await db
        .selectFrom('expectedStations')
        .select('stationId')
        .where('model', 'is not', null)
        .where((eb) =>
          eb.or([eb('calibratedAt', 'is', null), eb('calibratedAt', '<', new Date(clock.now() - LOOK_MS))]),
        )
        .orderBy('calibratedAt', (order) => order.asc().nullsFirst())
        .limit(1)
        .executeTakeFirst();
      if (!row) return;
      const station = fleet.station(row.stationId);
      const learned = station && (await learnStation(parts, station, { peers, learner }));
      await keep(parts, { stationId: row.stationId, station, learned });
      await breathe();
    }
  } finally {
    await learner.stop();
  }
}

/** What the last days of a station teach; undefined where it is no better known than before. */
async function learnStation(
  { db, samples, clock, fleet, weather }: ExpectingParts,
  station: FleetStation,
  { peers, learner }: { peers: PeerBook; learner: Learner },
): Promise<LearnedData | undefined> {
  const now = clock.now();
  const last = await db
    .selectFrom('expectedCalibrations')
    .select(['data', 'createdAt'])
    .where('stationId', '=', station.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
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
  const learned = await learner.learn({ model, times, actual: measured.pv, light, days });
  return isNews(learned, last && { ...(last.data as LearnedData), createdAt: last.createdAt.getTime() }, now)
    ? learned
    : undefined;
}

/** Whether something was learned that is worth another version: the first, other faults of sensors, many more days, or after a month; not what takes a lasting loss for usual. */
function isNews(
  learned: LearnedData,
  last: (LearnedData & { createdAt: number }) | undefined,
  now: number,
): boolean {
  const days = daysIn(learned);
  const faults = JSON.stringify(learned.faults);
  if (!last) return days > 0 || faults !== '{}';
  if (faults !== JSON.stringify(last.faults)) return true;
  if (days === 0 || isLower(last, learned)) return false;
  return now - last.createdAt >= RENEWED_MS || days >= GROWTH * daysIn(last);
}

const daysIn = ({ sources }: LearnedData): number =>
  Math.max(0, ...Object.values(sources).map(({ days }) => days));

/** Keeps what was learned of the design that the station still has. */
async function keep(
  { db, clock, fleet }: ExpectingParts,
  {
    stationId,
    station,
    learned,
  }: { stationId: number; station: FleetStation | undefined; learned: LearnedData | undefined },
): Promise<void> {
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
    if (!station || !learned || held.model !== modelKey(fleet, station)) return;
    const before = await trx
      .selectFrom('expectedCalibrations')
      .select('id')
      .where('stationId', '=', stationId)
      .limit(1)
      .executeTakeFirst();
    await trx
      .insertInto('expectedCalibrations')
      .values({
        stationId,
        validFrom: before ? localDayOf(now, station.timeZone) : null,
        model: held.model,
        data: JSON.stringify(learned),
        createdAt: new Date(now),
      })
      .execute();
    // A day is judged by one version.
    const today = dayRange(localDayOf(now, station.timeZone), station.timeZone).start;
    await oweExpected(trx, [{ station: stationId, from: before ? today : 0, to: now }]);
  });
}
