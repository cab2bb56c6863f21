import { knownAmount } from '@sunfleet/analysis';
import type { CountedRevenue, RevenueSums, RouteOutput, routes } from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { readStationScope, stationScope } from '../../scope/index.ts';
import { convert } from './convert.ts';
import { readDayAmounts } from './revenue-months.ts';
import { readRates } from '../exchange-rates.ts';

const stations = expressionBuilder<Tables, 'stations'>();

/** Figures of a row: what was counted before the running day and the day; null where either is not known. */
const FIGURES = sql`revenue.today, revenue.today + revenue.before_month AS month, revenue.today + revenue.before_year AS year,
  revenue.today + revenue.before_total AS total`;
/** Of a station whose day is over and not counted yet nothing is known of today. */
const ofToday = (now: number) =>
  sql`JOIN revenue_counts counted ON counted.station_id = stations.id AND counted.day_ends_at > ${new Date(now)} AND counted.with_days`;

/** Counted revenue of the named stations that are in scope. */
export async function listRevenues(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  ids: readonly number[],
): Promise<RouteOutput<(typeof routes)['listRevenues']>> {
  const { rows } = await sql<CountedRevenue & { stationId: number }>`
    SELECT stations.id AS station_id, revenue.currency, ${FIGURES}
      FROM stations JOIN station_revenues revenue ON revenue.station_id = stations.id ${ofToday(clock.now())}
     WHERE stations.id = ANY(${[...ids]}::bigint[]) AND ${stationScope(actor, 'tariffs.view')(stations)}
     ORDER BY stations.id, revenue.currency`.execute(db);
  return [...Map.groupBy(rows, ({ stationId }) => stationId)].map(([stationId, revenues]) => ({
    stationId,
    revenues: revenues.map(told),
  }));
}

/** Figures of so many stations, or of one that says so much, may be larger than a number holds exactly. */
const told = ({ currency, ...figures }: CountedRevenue): CountedRevenue => {
  const known = (figure: number | null) => (figure === null ? null : knownAmount(figure));
  const { today, month, year, total } = figures;
  return { currency, today: known(today), month: known(month), year: known(year), total: known(total) };
};

/** Sums of all stations in scope by currency; in one currency as well, the wanted one or that of the organisation's rates, where these have all of them. */
export async function sumRevenues(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  wanted?: string,
): Promise<RevenueSums> {
  const scope = await readStationScope(db, actor, 'tariffs.view');
  const [{ rows: summed }, { rows: unknown }, rates] = await Promise.all([
    sql<RevenueSums['sums'][number]>`
      SELECT currency, sum(today)::float8 AS today, sum(month)::float8 AS month, sum(year)::float8 AS year,
             sum(total)::float8 AS total, count(today) AS stations
        FROM (SELECT revenue.currency, ${FIGURES}
                FROM stations JOIN station_revenues revenue ON revenue.station_id = stations.id ${ofToday(clock.now())}
               WHERE ${scope(stations)}) known
       GROUP BY currency HAVING count(today) > 0 ORDER BY stations DESC, currency`.execute(db),
    sql<{ n: number }>`
      SELECT count(*) AS n FROM stations
       WHERE ${scope(stations)} AND NOT EXISTS (
         SELECT 1 FROM station_revenues revenue WHERE revenue.station_id = stations.id AND revenue.today IS NOT NULL)`.execute(
      db,
    ),
    readRates(db, actor),
  ]);
  const sums = summed.map((sum) => ({ ...told(sum), stations: sum.stations }));
  const into = wanted ?? rates.into;
  if (into === null || sums.every(({ currency }) => currency === into))
    return { sums, unknown: unknown[0]!.n, converted: null, missing: [] };
  const days = readDayAmounts(db, {
    scope: sql`${scope(stations)}`,
    ofToday: ofToday(clock.now()),
    into,
  });
  return { sums, unknown: unknown[0]!.n, ...(await convert({ sums, days, into }, rates)) };
}
