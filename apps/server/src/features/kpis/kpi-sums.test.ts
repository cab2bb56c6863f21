import { kpisOf } from '@sunfleet/analysis';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import type { Reading } from '../../platform/ingest.ts';
import { expectPower } from '../expected-power/index.ts';
import { fleetOfTest } from '../telemetry/test-kit/fleet-of-test.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { readDeviceSums, readStationSums } from './read-kpi-sums.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, rollUps } = kit;
const parts = { ...platform, fleet: fleetOfTest(kit.fleet) };
afterAll(() => kit.stop());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Midnight in Madrid, where the sun is over the horizon from 6:45 to 21:48. */
const MIDNIGHT = Date.UTC(2026, 5, 20, 22);
const compute = () => expectPower(parts, new AbortController().signal);
const RANGE = { grain: 'day', from: '2026-06-21', to: '2026-06-24' } as const;
const [STANDBY, WAITING, RUNNING, BREAKDOWN] = [0, 1, 3, 4];

/** Readings each five minutes from six to ten of a local day. */
const day = (n: number, valuesAt: (step: number) => Reading['values']): Reading[] =>
  Array.from({ length: 16 * 12 }, (_, step) => ({
    time: MIDNIGHT + n * DAY + 6 * HOUR + step * 300_000,
    values: valuesAt(step),
  }));

/** 500 W/m², a little more and less in turn, on modules of 45 °C. */
const sun = (step: number) => ({ 'irradiance.poa': 500 + (step % 2), 'temp.module': 45 });
/** 15 hours of 4 kW AC out of 4.2 kW DC, and an hour of breakdown; the grid is said to be away in another one. */
const isBroken = (step: number) => step >= 24 && step < 36;
const work = (step: number) => ({
  'ac.power': isBroken(step) ? 0 : 4000,
  'dc.power': isBroken(step) ? 0 : 4200,
  state: step < 24 ? RUNNING : step < 36 ? BREAKDOWN : step < 48 ? WAITING : RUNNING,
});

test('sums of days are those worked by hand, of the days that are over, and late light has its day summed again', async () => {
  platform.clock.set(MIDNIGHT + 2 * DAY + HOUR);
  const { id } = await makeStation(platform, { capacityKw: 10 });
  const inverter = await makeDevice(platform, { stationId: id, ratedPower: 10_000 });
  const sensor = await makeDevice(platform, { stationId: id, kind: 'weather' });
  await kit.fleet.ensure([inverter.id, sensor.id]);
  await store(inverter, [...day(0, work), ...day(1, work)]);
  await store(sensor, day(0, sun));
  await rollUps.settle();
  await compute();
  const { total, buckets } = await readStationSums(platform.samples, [id], RANGE);
  expect(buckets.map(({ start }) => start)).toEqual(['2026-06-21', '2026-06-22']);
  const [first, second] = buckets.map(({ sums }) => sums);
  expect(first!.energy).toMatchObject({ days: 1, kwHours: 240 });
  expect(first!.energy.kwh).toBeCloseTo(60, 0);
  // 15 hours of 500.5 W/m² between sunrise and sunset: 180.6 five minutes.
  expect(first!.light).toMatchObject({ someDays: 1, days: 1 });
  expect(first!.light.yield).toBeCloseTo(0.5005 * 15.05, 1);
  expect(first!.judged.reference).toBeCloseTo(10 * first!.light.yield, 9);
  // Modules of -0.4 %/K, 20 K too warm.
  expect(first!.warm.reference / first!.judged.reference).toBeCloseTo(0.92, 4);
  expect(first!.seasonal.days).toBe(0);
  expect(first!.dc.kwh / first!.energy.kwh).toBeCloseTo(1.05, 4);
  expect(first!.balanced.days).toBe(1);
  expect(first!.converted.ac / first!.converted.dc).toBeCloseTo(4000 / 4200, 5);
  // An hour each, of the whole nameplate.
  expect(first!.states).toMatchObject({ days: 1, outages: 10, grid: 10, stopped: 0 });
  expect(second!.supplied).toMatchObject({ days: 1 });
  expect(second!.supplied.lost).toBeGreaterThan(0);
  expect(second!.light.someDays).toBe(0);
  expect(total.days).toBe(2);
  const kpis = kpisOf(total);
  expect(kpis.performanceRatio.value).toBeCloseTo(first!.energy.kwh / first!.judged.reference, 9);
  expect(kpis.performanceRatio.days).toBe(1);
  expect(kpis.energyPerformanceIndex.days).toBe(1);

  await store(sensor, day(1, sun));
  await rollUps.settle();
  await compute();
  const later = await readStationSums(platform.samples, [id], RANGE);
  expect(later.total.light.days).toBe(2);
  expect(later.total.judged.days).toBe(2);
  const months = await readStationSums(platform.samples, [id], { ...RANGE, grain: 'month' });
  expect(months.buckets.map(({ start }) => start)).toEqual(['2026-06']);
  expect(months.total).toEqual(months.buckets[0]!.sums);
  expect(months.total.judged.kwh).toBeCloseTo(later.total.judged.kwh, 9);
});

test('light on the horizontal is turned to the modules, and one of a clear sky is none', async () => {
  platform.clock.set(MIDNIGHT + 2 * DAY + HOUR);
  const { id } = await makeStation(platform, { capacityKw: 10, tilt: 30, azimuth: 180 });
  const inverter = await makeDevice(platform, { stationId: id, ratedPower: 10_000 });
  const sensor = await makeDevice(platform, { stationId: id, kind: 'weather' });
  await kit.fleet.ensure([inverter.id, sensor.id]);
  await store(inverter, [...day(0, work), ...day(1, work)]);
  await store(
    sensor,
    day(0, (step) => ({ 'irradiance.ghi': 500 + (step % 2), 'temp.ambient': 20 })),
  );
  await rollUps.settle();
  await compute();
  const { buckets } = await readStationSums(platform.samples, [id], RANGE);
  const [first, second] = buckets.map(({ sums }) => sums);
  const turned = first!.light.yield / (0.5005 * 15.05);
  // Low suns of the north stand behind modules that look south.
  expect(turned).toBeGreaterThan(0.6);
  expect(turned).toBeLessThan(1.2);
  expect(Math.abs(turned - 1)).toBeGreaterThan(0.01);
  expect(first!.warm.reference).toBeGreaterThan(0);
  expect(second!.light.someDays).toBe(0);
});

test('inverters share the nameplate of their station, and their sums together are its own', async () => {
  platform.clock.set(MIDNIGHT + DAY + HOUR);
  const { id } = await makeStation(platform, { capacityKw: 12 });
  const [small, large] = await Promise.all(
    [5000, 10_000].map((ratedPower) => makeDevice(platform, { stationId: id, ratedPower })),
  );
  const hybrid = await makeDevice(platform, { stationId: id, kind: 'hybrid', ratedPower: 5000 });
  const sensor = await makeDevice(platform, { stationId: id, kind: 'weather' });
  await kit.fleet.ensure([small!.id, large!.id, hybrid.id, sensor.id]);
  await store(
    small!,
    day(0, () => ({ 'ac.power': 1900, 'dc.power': 2000, state: RUNNING })),
  );
  await store(
    large!,
    day(0, () => ({ 'ac.power': 4900, 'dc.power': 5000, state: STANDBY })),
  );
  await store(
    hybrid,
    day(0, () => ({ 'ac.power': 1000, 'dc.power': 2000 })),
  );
  await store(sensor, day(0, sun));
  await rollUps.settle();
  await compute();
  const ids = [small!.id, large!.id, hybrid.id];
  const range = { ...RANGE, grain: 'year' } as const;
  const devices = await readDeviceSums(platform.samples, { devices: ids, station: id }, range);
  const { total } = await readStationSums(platform.samples, [id], range);
  const of = (at: number) => devices.get(ids[at]!)!.total;
  expect([0, 1, 2].map((at) => of(at).capacityKw)).toEqual([3, 6, 3]);
  expect(of(0).energy.kwh + of(1).energy.kwh + of(2).energy.kwh).toBeCloseTo(total.energy.kwh, 6);
  expect(of(0).judged.reference + of(1).judged.reference + of(2).judged.reference).toBeCloseTo(
    total.judged.reference,
    6,
  );
  expect(kpisOf(of(0)).inverterEfficiency.value).toBeCloseTo(0.95, 5);
  // The battery takes its part of a hybrid, so the station has DC of three quarters of its nameplate alone.
  expect(kpisOf(of(2)).inverterEfficiency).toMatchObject({ value: null, gap: 'noDc' });
  expect(kpisOf(total).inverterEfficiency.value).toBeCloseTo(6800 / 7000, 4);
  expect(total.dc).toMatchObject({ someDays: 1, days: 0 });
  // Standby in full light is an outage: six of the nine kW that told their state.
  expect(kpisOf(total).timeAvailability.value).toBeCloseTo(3 / 9, 6);
  expect(kpisOf(of(1)).timeAvailability.value).toBe(0);
});

test('what a station lost by outages is what its inverters lost', async () => {
  platform.clock.set(MIDNIGHT + DAY + HOUR);
  const { id } = await makeStation(platform, { capacityKw: 12 });
  const [well, broken] = await Promise.all(
    [4000, 8000].map((ratedPower) => makeDevice(platform, { stationId: id, ratedPower })),
  );
  const sensor = await makeDevice(platform, { stationId: id, kind: 'weather' });
  await kit.fleet.ensure([well!.id, broken!.id, sensor.id]);
  await store(
    well!,
    day(0, () => ({ 'ac.power': 500, state: RUNNING })),
  );
  await store(
    broken!,
    day(0, () => ({ 'ac.power': 0, state: STANDBY })),
  );
  await store(sensor, day(0, sun));
  await rollUps.settle();
  await compute();
  const of = { id, ids: [well!.id, broken!.id] };
  const [losses] = await platform.samples.query<{ outage: number }>(
    'SELECT outage / 1000 AS outage FROM loss_days FINAL WHERE station = {id:UInt32}',
    of,
  );
  const lost = await platform.samples.query(
    'SELECT device, lost FROM kpi_device_days FINAL WHERE device IN {ids:Array(UInt32)} ORDER BY lost',
    of,
  );
  expect(losses!.outage).toBeGreaterThan(40);
  expect(lost).toEqual([
    { device: well!.id, lost: 0 },
    { device: broken!.id, lost: losses!.outage },
  ]);
});

test('a portfolio sums the inputs of its stations, and yields by the nameplate of those that are known', async () => {
  platform.clock.set(MIDNIGHT + DAY + HOUR);
  const made = await Promise.all(
    [
      [10, 4000],
      [30, 6000],
    ].map(async ([capacityKw, power]) => {
      const { id } = await makeStation(platform, { capacityKw });
      const inverter = await makeDevice(platform, { stationId: id, ratedPower: capacityKw! * 1000 });
      const sensor = await makeDevice(platform, { stationId: id, kind: 'weather' });
      await kit.fleet.ensure([inverter.id, sensor.id]);
      await store(
        inverter,
        day(0, () => ({ 'ac.power': power! })),
      );
      await store(sensor, day(0, sun));
      return id;
    }),
  );
  const silent = await makeStation(platform, { capacityKw: 1000 });
  await kit.fleet.ensure([]);
  await rollUps.settle();
  await compute();
  const { total } = await readStationSums(platform.samples, [...made, silent.id], RANGE);
  expect(total.energy.kwh).toBeCloseTo(159.2, 1);
  expect(total.energy.yield).toBeCloseTo(160 / 40, 1);
  // Not the mean of the two ratios.
  expect(kpisOf(total).performanceRatio.value).toBeCloseTo(total.energy.kwh / (40 * total.light.yield), 6);
  expect(total.judged.days).toBe(2);
  expect((await readStationSums(platform.samples, [], RANGE)).total.days).toBe(0);
});

test('a mean beyond belief is none of what an inverter converts', async () => {
  platform.clock.set(MIDNIGHT + 2 * DAY + HOUR);
  const { id } = await makeStation(platform, { capacityKw: 10 });
  const inverter = await makeDevice(platform, { stationId: id, ratedPower: 10_000 });
  const sensor = await makeDevice(platform, { stationId: id, kind: 'weather' });
  await kit.fleet.ensure([inverter.id, sensor.id]);
  const bad = { 'ac.power': 1e20, 'dc.power': 1e20, state: RUNNING };
  await store(
    inverter,
    day(0, (step) => (step === 60 ? bad : work(step))),
  );
  await store(sensor, day(0, sun));
  await rollUps.settle();
  await compute();
  const { total } = await readStationSums(platform.samples, [id], RANGE);
  expect(total.converted.ac).toBeGreaterThan(50);
  expect(total.converted.ac).toBeLessThan(61);
  expect(total.converted.ac / total.converted.dc).toBeCloseTo(4000 / 4200, 5);
});
