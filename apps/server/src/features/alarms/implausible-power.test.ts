import { afterAll, expect, test } from 'vitest';
import { openAlarms } from '../../../test/alarms-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { calmLimit, implausibleSince, MEAN_MS, type PowerMean } from './implausible-power.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { putStation, mintDevice, start: running, rowsOf } = openAlarms(platform);

const NOON = Date.UTC(2026, 5, 21, 12);
const capacityKw = 9.8;
/** Five-minute means one after the other; those that play no part are left out, as the store does. */
const meansOf = (...watts: number[]): PowerMean[] =>
  watts
    .map((each, place) => ({ start: NOON + place * MEAN_MS, watts: each }))
    .filter((mean) => mean.watts > 1.2 * 9800);

test('what stands ends a fifth above the capacity, below the limit that raised it', () => {
  expect(calmLimit(10)).toBe(12_000);
});

test('a quarter of an hour above the limit is told from its begin, a spike is not', () => {
  expect(implausibleSince(meansOf(23_000, 23_000, 23_000), { capacityKw })).toBe(NOON);
  expect(implausibleSince(meansOf(23_000, 23_000), { capacityKw })).toBeUndefined();
  expect(implausibleSince(meansOf(23_000, 9000, 23_000, 23_000), { capacityKw })).toBeUndefined();
  expect(implausibleSince(meansOf(23_000, 12_000, 23_000, 23_000), { capacityKw })).toBeUndefined();
  const late = meansOf(23_000, 0, 14_000, 14_000, 14_000, 14_000);
  expect(implausibleSince(late, { capacityKw })).toBe(NOON + 2 * MEAN_MS);
});

test('light at the edges of clouds is no alarm', () => {
  expect(implausibleSince(meansOf(12_700, 12_700, 12_700, 12_700), { capacityKw })).toBeUndefined();
});

test('what stands ends only after a day below a lower limit', () => {
  const stands = NOON - 7 * 86_400_000;
  expect(implausibleSince(meansOf(12_000), { capacityKw, stands })).toBe(stands);
  expect(implausibleSince(meansOf(11_000), { capacityKw, stands })).toBeUndefined();
});

/** Five-minute means of a station's power, as the roll-ups write them. */
const storePower = (station: number, watts: readonly number[], from: number) =>
  platform.samples.insertRows(
    'station_power_5m',
    watts.map((pv, place) => ({ station, bucket: from / 1000 + place * 300, pv, version: 1 })),
  );

async function mintRoof(capacityKw: number) {
  const device = await mintDevice();
  const station = {
    id: device.stationId!,
    type: 'residential' as const,
    capacityKw,
    timeZone: 'UTC',
    latitude: 40,
    longitude: 0,
    elevation: null,
    tilt: null,
    azimuth: null,
    design: null,
  };
  putStation(station);
  return { device, station };
}

test('23 kW from 9.8 kWp are an alarm of the station, once for all servers and starts, until the capacity is corrected', async () => {
  const { device, station } = await mintRoof(9.8);
  const second = await mintDevice({ stationId: station.id });
  const began = platform.clock.now() - 30 * MINUTE;
  await storePower(station.id, [9000, 23_000, 23_000, 23_000, 23_000], began);
  const [one, other] = [await running(), await running()];
  await Promise.all([one.alarms.tick(), other.alarms.tick()]);
  const since = new Date(began + 5 * MINUTE);
  const standing = { type: 'implausiblePower', level: 'general', stationId: station.id, beganAt: since };
  expect(await rowsOf(device)).toMatchObject([{ ...standing, recoveredAt: null }]);
  expect(await rowsOf(second)).toEqual([]);
  const told = () => one.told.filter((alarm) => alarm.station?.id === station.id);
  expect(told().length).toBeGreaterThan(0);
  // The night says nothing of the modules.
  platform.clock.advance(20 * HOUR);
  await one.alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ recoveredAt: null }]);
  putStation({ ...station, capacityKw: 25 });
  await one.alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ ...standing, recoveredAt: expect.any(Date), count: 1 }]);
  await other.alarms.tick();
  expect(await rowsOf(device)).toHaveLength(1);
  expect(told().at(-1)).toMatchObject({ type: 'implausiblePower', recoveredAt: expect.any(Number) });
});

test('a spike of power is no alarm, and one that lasted ends after a day without', async () => {
  const { device, station } = await mintRoof(9.8);
  const spiky = await mintRoof(9.8);
  const began = platform.clock.now() - 30 * MINUTE;
  await storePower(spiky.station.id, [9000, 23_000, 23_000, 9000, 9000], began);
  await storePower(station.id, [23_000, 23_000, 23_000], began);
  const { alarms } = await running();
  expect(await rowsOf(spiky.device)).toEqual([]);
  expect(await rowsOf(device)).toMatchObject([{ recoveredAt: null }]);
  platform.clock.advance(23 * HOUR);
  await alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ recoveredAt: null }]);
  platform.clock.advance(2 * HOUR);
  await alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ recoveredAt: expect.any(Date) }]);
});
