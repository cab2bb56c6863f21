import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, rollUps } = kit;
afterAll(() => kit.stop());

const MINUTE = 60_000;
/** The minute after the last reading. */
const NOON = Date.UTC(2026, 5, 21, 10);

/** Readings each minute of two hours, one of which is bad. */
const withOne = (good: Record<string, number>, bad: number) =>
  Array.from({ length: 120 }, (_, i) => ({
    time: NOON - (120 - i) * MINUTE,
    values: i === 62 ? Object.fromEntries(Object.keys(good).map((key) => [key, bad])) : good,
  }));

async function curveOf(station: number) {
  const rows = await platform.samples.query<Record<string, number | null>>(
    `SELECT pv, grid, load, battery, soc, poa, ambient FROM station_power_5m FINAL WHERE station = ${station} ORDER BY bucket`,
  );
  return rows.map((row) => Object.values(row));
}

test.each([1e20, -1e20, 0xff_ff_ff_ff])(
  'a reading of %d beyond belief stands in no curve of a station: its neighbours do',
  async (bad) => {
    const station = await makeStation(platform, { capacityKw: 10 });
    const of = (kind: 'inverter' | 'battery' | 'weather') =>
      makeDevice(platform, { stationId: station.id, kind });
    await store(
      await of('inverter'),
      withOne({ 'ac.power': 6000, 'grid.power': -5000, 'load.power': 900 }, bad),
    );
    await store(await of('battery'), withOne({ 'battery.power': -100, 'battery.soc': 101 }, bad));
    await store(await of('weather'), withOne({ 'irradiance.poa': 700, 'temp.ambient': 22 }, bad));
    await rollUps.settle();
    const curve = await curveOf(station.id);
    expect(curve).toHaveLength(24);
    expect(new Set(curve.map(String))).toEqual(new Set(['6000,-5000,900,-100,101,700,22']));
  },
);

test('a plant that gives far more than is written down of it keeps its curve', async () => {
  const station = await makeStation(platform, { capacityKw: 10 });
  const device = await makeDevice(platform, { stationId: station.id });
  await store(device, withOne({ 'ac.power': 6_000_000 }, 1e20));
  await rollUps.settle();
  expect((await curveOf(station.id)).map(([pv]) => pv)).toEqual(Array.from({ length: 24 }, () => 6_000_000));
});
