import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { readClockErrors, readLate, readResets, readStale, readSteps } from './data-errors.queries.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const DAY = 86_400_000;
const from = Date.UTC(2026, 5, 1);
const idsUpTo = (count: number) => Array.from({ length: count }, (_, place) => 1_000_000_000 + place);

/** The store, and how many devices each of its answers was about. */
function counted(): { samples: SamplesDb; asked: number[] } {
  const asked: number[] = [];
  const columns: SamplesDb['columns'] = (sql, params) => {
    asked.push((params!.devices as number[]).length);
    return platform.samples.columns(sql, params);
  };
  return { samples: { ...platform.samples, columns }, asked };
}

test.each([readSteps, readLate, readResets, readStale])(
  '%o holds a thousand days of devices at a time',
  async (read) => {
    const { samples, asked } = counted();
    const found = await read(samples, {
      devices: idsUpTo(70),
      zone: 'UTC',
      from,
      to: from + 62 * DAY,
    });
    expect(found).toEqual([]);
    expect(asked).toEqual([16, 16, 16, 16, 6]);
  },
);

test('a value that stood is told by its longest time of each day, also where a day begins with it', async () => {
  const device = 1_500_000_000;
  const rows: { at: number; avg: number; max?: number }[] = [
    // Two hours to midnight, and one after it.
    ...Array.from({ length: 36 }, (_, step) => ({ at: DAY - 24 * 300_000 + step * 300_000, avg: 7 })),
    ...Array.from({ length: 20 }, (_, step) => ({ at: DAY + 5 * 3_600_000 + step * 300_000, avg: step })),
    // Nothing, and what moves within five minutes, do not stand.
    ...Array.from({ length: 20 }, (_, step) => ({ at: 3_600_000 + step * 300_000, avg: 0 })),
    ...Array.from({ length: 20 }, (_, step) => ({ at: 6 * 3_600_000 + step * 300_000, avg: 5, max: 6 })),
  ];
  await platform.samples.insertRows(
    'rollup_5m',
    rows.map(({ at, avg, max = avg }) => ({
      device,
      point: 1,
      bucket: (from + at) / 1000,
      avg,
      min: avg,
      max,
      n: 1,
      version: 1,
    })),
  );
  const found = await readStale(platform.samples, {
    devices: [device],
    zone: 'UTC',
    from,
    to: from + 2 * DAY,
  });
  expect(found.toSorted((one, other) => (one.day < other.day ? -1 : 1))).toEqual([
    { device, day: '2026-06-01', count: 1, minutes: 120 },
    { device, day: '2026-06-02', count: 1, minutes: 60 },
  ]);
});

test('a station may have more devices than a statement takes parameters', async () => {
  const asked = { devices: idsUpTo(70_000), zone: 'UTC', from, to: from + DAY };
  expect(await readClockErrors(platform.db, { ...asked, dayOf: String })).toEqual([]);
});
