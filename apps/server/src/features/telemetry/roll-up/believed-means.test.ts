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

test.each(['ac.power', 'load.power'])(
  '%s that is far more than is written down of a station is believed from the first reading on',
  async (key) => {
    const station = await makeStation(platform, { capacityKw: 10 });
    const device = await makeDevice(platform, { stationId: station.id });
    const at = (minute: number, power: number) => ({
      time: NOON - 120 * MINUTE + 5 * minute * MINUTE,
      values: { [key]: power },
    });
    // A works beside a small roof begins its shift.
    await store(device, [at(0, 90_000), at(1, 6_000_000), at(2, 1e20), at(3, 6_000_000)]);
    await rollUps.settle();
    const column = key === 'ac.power' ? 0 : 2;
    expect((await curveOf(station.id)).map((row) => row[column])).toEqual([
      90_000,
      ...Array.from({ length: 3 }, () => 6_000_000),
    ]);
  },
);
