import { correctionOfDays, daysOfLabel } from '@sunfleet/analysis';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { correctionsOf } from './corrections-of.ts';
import { fleetCorrections } from './fleet-corrections.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

/** Stations with corrections of `days` days each, one after the other from 2024 on. */
async function corrected(stations: number, each: number, days: number): Promise<number[]> {
  const made = await Promise.all(Array.from({ length: stations }, () => makeStation(platform)));
  const ids = made.map(({ id }) => id);
  await sql`INSERT INTO energy_corrections (station_id, kind, from_day, to_day, kwh, in_total, reason, created_at)
    SELECT station, 'days', '2024-01-01'::date + n, '2024-01-01'::date + n + ${days - 1}::int, n * 1.1 - 200, true, 'x', now()
      FROM unnest(${ids}::bigint[]) AS station, generate_series(1, ${each}::int) AS n`.execute(db);
  return ids;
}

test.each(['day', 'month', 'year'] as const)(
  'sums over stations are those of each %s of each station',
  async (grain) => {
    const stations = await corrected(2, 40, 33);
    const [from, to] = ['2024-01-20', '2024-02-14'];
    const sums = await fleetCorrections(db, { stations, grain, from, to });
    const corrections = (await Promise.all(stations.map((id) => correctionsOf(db, id)))).flat();
    const labels = new Set(sums.keys());
    expect(labels.size).toBe({ day: 26, month: 2, year: 1 }[grain]);
    for (const label of labels) {
      const days = daysOfLabel(label);
      const until = days.to < to ? days.to : to;
      expect(sums.get(label)).toBeCloseTo(correctionOfDays(corrections, { from: days.from, to: until }), 6);
    }
  },
);

test('after the last day of a correction nothing of it is left', async () => {
  const stations = await corrected(1, 3, 7);
  const sums = await fleetCorrections(db, { stations, grain: 'day', from: '2024-01-01', to: '2024-12-31' });
  expect([...sums.keys()].toSorted().at(-1)).toBe('2024-01-10');
});

test.each(['day', 'month'] as const)(
  'by %s, tens of thousands of corrections of a year each cost no more than looking at them',
  async (grain) => {
    const stations = await corrected(60, 500, 366);
    const began = performance.now();
    const sums = await fleetCorrections(db, { stations, grain, from: '2024-01-01', to: '2027-12-31' });
    expect(sums.size).toBeGreaterThan(20);
    expect(performance.now() - began).toBeLessThan(2000);
  },
  60_000,
);
