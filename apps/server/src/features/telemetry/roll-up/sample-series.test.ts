import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice } from '../../../../test/makers.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';
import { idOf } from './flow-sources.ts';
import { readFewSeries, readSeries } from './sample-series.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, rollUps } = kit;
const { samples } = platform;
afterAll(() => kit.stop());

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 5, 21, 10);
platform.clock.set(NOON + 40 * MINUTE);

/** Readings of a counter in steps of a millisecond each, written by the engine itself: 36 kW. */
const fill = (device: number, length: number) =>
  samples.command(
    `INSERT INTO samples SELECT {device:UInt32}, {point:UInt16}, fromUnixTimestamp64Milli({noon:Int64} + toInt64(number)), 500 + number / 1e5
       FROM numbers({length:UInt64})`,
    { device, length, point: idOf('energy.total'), noon: NOON },
  );
const series = (devices: number[], to: number) => ({
  devices,
  points: [idOf('energy.total')],
  from: NOON,
  to,
});

test('of more samples than are held the last of each stretch stands for the others, and both ends are there', async () => {
  const { id } = await makeDevice(platform);
  await fill(id, 20_000);
  const all = (await readSeries(samples, series([id], NOON + 20_000))).get(id)!.get(idOf('energy.total'))!;
  expect(all.times).toHaveLength(20_000);
  expect(await readFewSeries(samples, series([id], NOON + 20_000), 19_999)).toBeUndefined();
  const some = (await readSeries(samples, series([id], NOON + 20_000), 100))
    .get(id)!
    .get(idOf('energy.total'))!;
  expect(some.times.length).toBeLessThanOrEqual(100);
  expect(some.times.length).toBeGreaterThan(90);
  expect(some.times[0]! - NOON).toBeLessThan(300);
  const last = some.times.length - 1;
  expect([some.times[last], some.values[last]]).toEqual([NOON + 19_999, 500 + 19_999 / 1e5]);
});

test('a device that reports each millisecond is never read as a whole, and keeps the energies of nobody else waiting', async () => {
  const dense = await makeDevice(platform, { ratedPower: 100_000 });
  const usual = await makeDevice(platform);
  await fill(dense.id, 25 * MINUTE);
  const largest: number[] = [];
  const { query } = samples;
  samples.query = async <Row>(sql: string, params?: Readonly<Record<string, unknown>>) => {
    const rows = await query<Row & { times?: unknown[] }>(sql, params);
    largest.push(rows.reduce((sum, { times = [] }) => sum + times.length, 0));
    return rows;
  };
  const readings = Array.from({ length: 26 }, (_, n) => ({
    time: NOON + n * MINUTE,
    values: { 'energy.total': 100 + n / 10 },
  }));
  await kit.store(dense, [{ time: NOON + 25 * MINUTE, values: { 'energy.total': 515 } }]);
  await kit.store(dense, [{ time: NOON, values: { 'energy.total': 500 } }]);
  await kit.store(usual, readings);
  await rollUps.settle();
  samples.query = query;
  // What is made of a series is made in one go: of a million wild readings that took seconds.
  expect(Math.max(...largest)).toBeLessThanOrEqual(91_000);
  const energyOf = async (id: number) =>
    [...(await kit.energies({ id, grain: 'day' })).values()].reduce((sum, kwh) => sum + kwh, 0);
  expect(await energyOf(usual.id)).toBeCloseTo(2.5, 3);
  expect(await energyOf(dense.id)).toBeCloseTo(15, 1);
});
