import type { RevenueDays } from '@sunfleet/analysis';
import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import type { DayAmount } from './convert.ts';

const MOST_DAYS = 31;
/** Rows of one statement. */
const AT_ONCE = 500;

/** Keeps what a station earned on each day instead of what was kept before; months that stayed the same are not written. */
export async function keepDays(
  trx: Transaction<Tables>,
  stationId: number,
  days: RevenueDays,
): Promise<void> {
  const rows = [...days].flatMap(([currency, amounts]) =>
    [...monthsOf(amounts)].map(([month, ofMonth]) => ({ stationId, currency, month, days: ofMonth })),
  );
  const kept = rows.map(({ currency, month }) => `${currency} ${month}`);
  await sql`DELETE FROM revenue_months WHERE station_id = ${stationId}
    AND currency || ' ' || month::text <> ALL(${kept}::text[])`.execute(trx);
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await trx
      .insertInto('revenueMonths')
      .values(rows.slice(from, from + AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['stationId', 'currency', 'month'])
          .doUpdateSet({ days: sql`excluded.days` })
          .where(sql<SqlBool>`revenue_months.days IS DISTINCT FROM excluded.days`),
      )
      .execute();
}

/** By the first day of the month; a currency that was not earned in then has no month. */
function monthsOf(amounts: ReadonlyMap<string, number | null>): Map<string, (number | null)[]> {
  const months = new Map<string, (number | null)[]>();
  for (const [day, amount] of amounts) {
    if (amount === 0) continue;
    const month = `${day.slice(0, 7)}-01`;
    const days = months.get(month) ?? Array.from({ length: MOST_DAYS }, () => null);
    days[Number(day.slice(8, 10)) - 1] = amount;
    months.set(month, days);
  }
  return months;
}

interface DaysQuery {
  /** Of rows of `stations`. */
  scope: RawBuilder<unknown>;
  /** Joins `counted`, the count that holds now. */
  ofToday: RawBuilder<unknown>;
  /** The currency that needs no rates. */
  into: string;
}

interface MonthRow extends Known {
  currency: string;
  today: string;
  month: string;
  days: (number | null)[];
}
/** Whether a station's figures are known: what is not known of one is in no sum. */
interface Known {
  ofMonth: boolean;
  ofYear: boolean;
  ofTotal: boolean;
}

const KNOWN = sql`revenue.before_month IS NOT NULL AS of_month, revenue.before_year IS NOT NULL AS of_year,
  revenue.before_total IS NOT NULL AS of_total`;
const SUMS = sql.join(
  Array.from({ length: MOST_DAYS }, (_, place) => sql`sum(months.days[${sql.lit(place + 1)}])::float8`),
);

/**
 * What the stations in scope earned in other currencies on each day, with the figures that the day is in: the running days first, then one year of
 * months after the other, because decades in many currencies are millions of days.
 */
export async function* readDayAmounts(
  db: Db,
  { scope, ofToday, into }: DaysQuery,
): AsyncGenerator<readonly DayAmount[]> {
  const from = sql`FROM stations JOIN station_revenues revenue ON revenue.station_id = stations.id ${ofToday}`;
  const where = sql`WHERE ${scope} AND revenue.currency <> ${into} AND revenue.today IS NOT NULL`;
  const months = sql`${from} JOIN revenue_months months ON months.station_id = stations.id AND months.currency = revenue.currency ${where}`;
  const running = await sql<Known & { currency: string; today: string; amount: number }>`
    SELECT revenue.currency, counted.day AS today, ${KNOWN}, sum(revenue.today)::float8 AS amount
      ${from} ${where} GROUP BY 1, 2, 3, 4, 5`.execute(db);
  yield running.rows.map(({ currency, today, amount, ...known }) => ({
    currency,
    day: today,
    amount,
    figures: ['today', ...figuresOf(known, { month: true, year: true })],
  }));
  const years = await sql<{ first: number | null; last: number | null }>`
    SELECT extract(year FROM min(months.month))::int AS first, extract(year FROM max(months.month))::int AS last ${months}`.execute(
    db,
  );
  const { first, last } = years.rows[0]!;
  for (let year = first ?? 0; year <= (last ?? -1); year += 1) {
    const ofYear = await sql<MonthRow>`
      SELECT revenue.currency, counted.day AS today, months.month, ${KNOWN}, ARRAY[${SUMS}] AS days
        ${months} AND months.month BETWEEN ${`${year}-01-01`}::date AND ${`${year}-12-31`}::date
       GROUP BY 1, 2, 3, 4, 5, 6`.execute(db);
    yield ofYear.rows.flatMap(daysOf);
  }
}

function daysOf({ currency, today, month, days, ...known }: MonthRow): DayAmount[] {
  const within = { month: today.startsWith(month.slice(0, 7)), year: today.startsWith(month.slice(0, 4)) };
  const figures = figuresOf(known, within);
  return days.flatMap((amount, place) =>
    amount === null
      ? []
      : { currency, day: month.slice(0, 8) + String(place + 1).padStart(2, '0'), amount, figures },
  );
}

function figuresOf(known: Known, within: { month: boolean; year: boolean }): DayAmount['figures'] {
  return [
    ...(known.ofMonth && within.month ? (['month'] as const) : []),
    ...(known.ofYear && within.year ? (['year'] as const) : []),
    ...(known.ofTotal ? (['total'] as const) : []),
  ];
}
