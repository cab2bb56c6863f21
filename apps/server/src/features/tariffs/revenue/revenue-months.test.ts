import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeStation } from '../../../../test/makers.ts';
import type { DayAmount } from './convert.ts';
import { readDayAmounts } from './revenue-months.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

/** A station that earned 7 on each day of the months from the first to the last. */
async function earning(currency: string, [first, last]: [string, string]): Promise<number> {
  const { id } = await makeStation(platform);
  await sql`INSERT INTO revenue_counts (station_id, counted_at, day, day_ends_at, with_days)
    VALUES (${id}, now(), '2026-06-21', 'infinity', true)`.execute(db);
  await sql`INSERT INTO station_revenues (station_id, currency, today, before_month, before_year, before_total)
    VALUES (${id}, ${currency}, 1, 2, 3, 4)`.execute(db);
  await sql`INSERT INTO revenue_months (station_id, currency, month, days)
    SELECT ${id}, ${currency}, month::date, array_fill(7, ARRAY[31])
      FROM generate_series(${first}::date, ${last}::date, '1 month') AS month`.execute(db);
  return id;
}

async function amountsOf(ids: readonly number[]): Promise<(readonly DayAmount[])[]> {
  const days = readDayAmounts(db, {
    scope: sql`stations.id = ANY(${[...ids]}::bigint[])`,
    ofToday: sql`JOIN revenue_counts counted ON counted.station_id = stations.id`,
    into: 'EUR',
  });
  const all = [];
  for await (const some of days) all.push(some);
  return all;
}

test('the days of decades in many currencies come a year at a time', async () => {
  const ids = await Promise.all(
    ['USD', 'JPY', 'CHF'].map((currency) => earning(currency, ['2004-03-01', '2026-06-01'])),
  );
  const [running, ...years] = await amountsOf(ids);
  expect(running).toHaveLength(3);
  expect(running![0]).toMatchObject({
    day: '2026-06-21',
    amount: 1,
    figures: ['today', 'month', 'year', 'total'],
  });
  expect(years).toHaveLength(23);
  for (const days of years) {
    expect(new Set(days.map(({ day }) => day.slice(0, 4))).size).toBe(1);
    expect(days.length).toBeLessThanOrEqual(3 * 12 * 31);
  }
  expect(years.flat()).toHaveLength(3 * 268 * 31);
  expect(years.at(-1)!.at(-1)).toMatchObject({ amount: 7, figures: ['month', 'year', 'total'] });
});

test('where nothing was earned in another currency there is nothing', async () => {
  expect((await amountsOf([await earning('EUR', ['2026-05-01', '2026-06-01'])])).flat()).toEqual([]);
});
