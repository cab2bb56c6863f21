import {
  dayRange,
  localDayOf,
  monthRange,
  yearRange,
  type IntervalEnergies,
  type RevenueDays,
  type TimeRange,
} from '@sunfleet/analysis';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import { togetherOrAlone } from '../../../platform/jobs/together-or-alone.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { readDue, readDueIds, type DueStation } from './due-stations.queries.ts';
import { earned, earnedByDay, LOOK_BACK_MS } from './earned.ts';
import { keepDays } from './revenue-months.ts';
import { pricedStations, stepOf, type PricedStation } from './priced-station.ts';
import { readIntervals, type Step } from './read-intervals.ts';

type Parts = Pick<Platform, 'db' | 'samples' | 'clock' | 'log'>;

/** Stations of one look. */
const AT_ONCE = 200;
/** How long one job counts; the next one goes on with those that are due. */
const LONGEST_MS = 5 * 60_000;

/**
 * Counts revenue for lists and sums: of stations that measured something since they were counted their running day, and everything once a day
 * and after a change of prices, so that energies that came late are in it a day later at most.
 */
export async function countRevenues(platform: Parts, signal: AbortSignal): Promise<void> {
  const { db, clock } = platform;
  await sql`DELETE FROM tariffs WHERE organisation_id IS NULL AND owner_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM station_tariffs WHERE tariff_id = tariffs.id)`.execute(db);
  const until = clock.now() + LONGEST_MS;
  const ids = await readDueIds(db, clock.now());
  for (let from = 0; from < ids.length && !signal.aborted && clock.now() < until; from += AT_ONCE)
    await togetherOrAlone(
      await readDue(db, ids.slice(from, from + AT_ONCE), clock.now()),
      (some) => countSome(platform, some),
      (error, { id: stationId }) =>
        platform.log.error({ err: error, stationId }, 'the revenue of a station was not counted'),
    );
}

/** A station whose revenue cannot be counted, whatever is stored of it, keeps nobody else's waiting. */
async function countSome({ db, samples, clock, log }: Parts, due: readonly DueStation[]): Promise<void> {
  const now = clock.now();
  const whole = new Set(due.filter((one) => one.whole).map(({ id }) => id));
  const stations = await pricedStations(
    db,
    due.map(({ id }) => id),
  );
  const groups = Map.groupBy(
    stations.filter(({ id }) => !whole.has(id)),
    (station) => `${stepOf(station, now)} ${dayOf(station, now).start}`,
  );
  const keep = async ({ id }: PricedStation, count: () => Promise<Count>) => {
    try {
      await write(db, await count(), now);
    } catch (error) {
      log.error({ err: error, stationId: id }, 'the revenue of a station was not counted');
    }
  };
  for (const group of groups.values()) {
    const { start, end } = dayOf(group[0]!, now);
    const step = stepOf(group[0]!, now);
    const read = await readIntervals(samples, {
      ids: group.map(({ id }) => id),
      start: start - LOOK_BACK_MS,
      end,
      step,
    });
    for (const station of group)
      await keep(station, () => countToday(read.get(station.id) ?? nothing(step), station, now));
  }
  for (const station of stations.filter(({ id }) => whole.has(id))) {
    const step = stepOf(station, now);
    await keep(station, async () => {
      const read = await readIntervals(samples, { ids: [station.id], step });
      return countAll(read.get(station.id) ?? nothing(step), station, now);
    });
  }
}

const nothing = (step: Step): IntervalEnergies => ({ starts: new Float64Array(), lengthMs: step * 60_000 });
const dayOf = ({ timeZone }: PricedStation, now: number) => dayRange(localDayOf(now, timeZone), timeZone);

interface Count {
  /** As it was priced. */
  station: PricedStation;
  day: string;
  dayEndsAt: number;
  today: Totals;
  /** Absent: those counted before stay. */
  before: { month: Totals; year: Totals; total: Totals; days: RevenueDays } | undefined;
}
/** Minor units by currency. */
type Totals = ReadonlyMap<string, number | null>;

async function countToday(history: IntervalEnergies, station: PricedStation, now: number): Promise<Count> {
  return {
    station,
    day: localDayOf(now, station.timeZone),
    dayEndsAt: dayOf(station, now).end,
    today: await totals(history, dayOf(station, now), station),
    before: undefined,
  };
}

async function countAll(history: IntervalEnergies, station: PricedStation, now: number): Promise<Count> {
  const { timeZone } = station;
  const count = await countToday(history, station, now);
  const end = dayOf(station, now).start;
  const first = dayRange(localDayOf(history.starts[0] ?? end, timeZone), timeZone).start;
  // A station that was not there yet is charged nothing.
  const since = (start: number) => totals(history, { start: Math.max(start, first), end }, station);
  return {
    ...count,
    before: {
      month: await since(monthRange(count.day, timeZone).start),
      year: await since(yearRange(count.day, timeZone).start),
      total: await since(first),
      days: end > first ? await earnedByDay(history, { start: first, end }, station) : new Map(),
    },
  };
}

async function totals(history: IntervalEnergies, range: TimeRange, station: PricedStation): Promise<Totals> {
  if (range.end <= range.start) return new Map();
  const { revenues } = await earned(history, range, station);
  return new Map(revenues.map(({ currency, total }) => [currency, total]));
}

/** What was changed meanwhile is not written: the station is due still, because each change of what it is counted by takes its count away. */
async function write(db: Db, { station, day, dayEndsAt, today, before }: Count, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id: stationId } = station;
    if (!(await (before ? isPricedSo(trx, station) : isCountedSo(trx, stationId, day)))) return;
    if (before) {
      const currencies = new Set([...today.keys(), ...before.total.keys()]);
      const of = (sums: Totals, currency: string) => (sums.has(currency) ? sums.get(currency)! : 0);
      await keepDays(trx, stationId, before.days);
      await trx.deleteFrom('stationRevenues').where('stationId', '=', stationId).execute();
      for (const currency of currencies)
        await trx
          .insertInto('stationRevenues')
          .values({
            stationId,
            currency,
            today: of(today, currency),
            beforeMonth: of(before.month, currency),
            beforeYear: of(before.year, currency),
            beforeTotal: of(before.total, currency),
          })
          .execute();
    } else
      for (const [currency, amount] of today)
        await trx
          .updateTable('stationRevenues')
          .set({ today: amount })
          .where('stationId', '=', stationId)
          .where('currency', '=', currency)
          .execute();
    const counted = { day, dayEndsAt: new Date(dayEndsAt), withDays: true, countedAt: new Date(now) };
    await trx
      .insertInto('revenueCounts')
      .values({ stationId, ...counted })
      .onConflict((conflict) => conflict.column('stationId').doUpdateSet(counted))
      .execute();
  });
}

/** Whether a station, which it holds together with its tariffs, is still priced as it was. */
async function isPricedSo(trx: Transaction<Tables>, station: PricedStation): Promise<boolean> {
  await trx.selectFrom('stations').select('id').where('id', '=', station.id).forNoKeyUpdate().execute();
  await sql`SELECT id FROM tariffs WHERE id IN (SELECT tariff_id FROM station_tariffs WHERE station_id = ${station.id})
    ORDER BY id FOR SHARE`.execute(trx);
  const [now] = await pricedStations(trx, [station.id]);
  return isDeepStrictEqual(now, station);
}

/** Whether what was counted of a station before a day, which it holds, still stands. */
async function isCountedSo(trx: Transaction<Tables>, stationId: number, day: string): Promise<boolean> {
  await trx.selectFrom('stations').select('id').where('id', '=', stationId).forNoKeyUpdate().execute();
  const counted = await trx
    .selectFrom('revenueCounts')
    .select('day')
    .where('stationId', '=', stationId)
    .forUpdate()
    .executeTakeFirst();
  return counted?.day === day;
}
