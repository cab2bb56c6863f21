import type { RouteOutput, routes } from '@sunfleet/contract';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

type FleetAvailability = RouteOutput<(typeof routes)['portfolioAvailability']>;

export interface Producer {
  id: number;
  /** W; null where it is not known. */
  ratedPower: number | null;
}

const DAY_MS = 86_400_000;

/** Sums over some producers; those of all are added up, so that no list of hundreds of thousands stands in memory or in a question. */
interface Sums {
  covered: number;
  known: number;
  devices: number;
  telling: number;
  unrated: number;
  running: number;
  judged: number;
  runningWatts: number;
  judgedWatts: number;
}

/**
 * Availability of devices over the last days that are over everywhere, from what roll-ups say of each device and day. Pages of producers are read one
 * after the other, each when the one before is summed.
 *
 * Communication: a device counts from the first of these days on which it reported; one that reported before counts all of them, its silent days
 * as nothing. Technical: as that of a station, of the devices that told their run state.
 */
export async function fleetAvailability(
  db: SamplesDb,
  pages: AsyncIterable<readonly Producer[]>,
  { days, now }: { days: number; now: number },
): Promise<FleetAvailability> {
  // A local day that began more than a day ago is over.
  const to = now - DAY_MS;
  const span = { days, from: to - days * DAY_MS, to };
  const all: Sums = { ...NOTHING };
  for await (const producers of pages) {
    const [reported, ran] = await Promise.all([
      readReported(db, producers, span),
      readRan(db, producers, span),
    ]);
    for (const [name, value] of Object.entries({ ...reported, ...ran }))
      all[name as keyof Sums] += Number(value);
  }
  return {
    days,
    devices: all.devices,
    communication: all.known > 0 ? Math.min(1, all.covered / all.known) : null,
    tellingDevices: all.judged > 0 ? all.telling : 0,
    technical: technicalOf(all),
  };
}

const NOTHING: Sums = {
  covered: 0,
  known: 0,
  devices: 0,
  telling: 0,
  unrated: 0,
  running: 0,
  judged: 0,
  runningWatts: 0,
  judgedWatts: 0,
};

/** Weighted by rated power where that of every device is known. */
function technicalOf({ judged, unrated, running, runningWatts, judgedWatts }: Sums): number | null {
  if (judged === 0) return null;
  return unrated > 0 ? running / judged : runningWatts / judgedWatts;
}

/** Epoch milliseconds. */
interface Span {
  days: number;
  from: number;
  to: number;
}

async function readReported(db: SamplesDb, producers: readonly Producer[], { days, from, to }: Span) {
  const [row] = await db.query<Pick<Sums, 'covered' | 'known' | 'devices'>>(REPORTED, {
    ids: producers.map(({ id }) => id),
    since: Math.floor((from - days * DAY_MS) / 1000),
    from: Math.floor(from / 1000),
    to: Math.floor(to / 1000),
  });
  return row;
}

const REPORTED = `
SELECT sum(covered) AS covered, sum(known) AS known, count() AS devices FROM (
  SELECT id, sumIf(completeness, start > toDateTime({from:UInt32}, 'UTC') AND NOT isNaN(completeness)) AS covered,
    intDiv({to:UInt32} - greatest({from:UInt32}, toUnixTimestamp(min(start))), 86400)
      + (toUnixTimestamp(min(start)) > {from:UInt32})
      - countIf(start > toDateTime({from:UInt32}, 'UTC') AND isNaN(completeness)) AS known
  FROM energy FINAL
  WHERE subject = 'device' AND grain = 'day' AND flow = 'pv' AND id IN {ids:Array(UInt32)}
    AND start > toDateTime({since:UInt32}, 'UTC') AND start <= toDateTime({to:UInt32}, 'UTC')
  GROUP BY id
)`;

async function readRan(db: SamplesDb, producers: readonly Producer[], { from, to }: Span) {
  const [row] = await db.query<Omit<Sums, 'covered' | 'known' | 'devices'>>(RAN, {
    ids: producers.map(({ id }) => id),
    ratings: producers.map(({ ratedPower }) => Math.max(0, ratedPower ?? 0)),
    from: Math.floor(from / 1000),
    to: Math.floor(to / 1000),
  });
  return row;
}

const RAN = `
SELECT count() AS telling, countIf(rating = 0) AS unrated, sum(ran) AS running, sum(told) AS judged,
  sum(ran * rating) AS runningWatts, sum(told * rating) AS judgedWatts
FROM (
  SELECT device, sum(running) AS ran, ran + sum(outages) AS told,
    transform(device, {ids:Array(UInt32)}, {ratings:Array(Float64)}, 0.) AS rating
  FROM (
    SELECT device, running, outages FROM run_state_days FINAL
    WHERE device IN {ids:Array(UInt32)}
      AND day > toDate(toDateTime({from:UInt32}, 'UTC')) AND day <= toDate(toDateTime({to:UInt32}, 'UTC'))
  )
  GROUP BY device HAVING told > 0
)`;
