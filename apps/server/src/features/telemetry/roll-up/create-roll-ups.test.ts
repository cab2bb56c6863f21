import { localDayOf } from '@sunfleet/analysis';
import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../../test/makers.ts';
import { openFleet } from '../../fleet/index.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';
import { createRollUps } from './create-roll-ups.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, energies, rollUps } = kit;
afterAll(() => kit.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 5, 21, 10);
const rounded = (energy: ReadonlyMap<number, number>) =>
  [...energy.values()].map((kwh) => Math.round(kwh * 1000) / 1000);

/** Readings every `step` minutes over [from, to] with a counter that runs at `kw`. */
function run(from: number, to: number, options: { step?: number; kw?: number; base?: number } = {}) {
  const { step = 5, kw = 6, base = 1000 } = options;
  const readings = [];
  for (let time = from; time <= to; time += step * MINUTE) {
    const kwh = base + (kw * (time - from)) / HOUR;
    readings.push({ time, values: { 'energy.total': kwh, 'ac.power': kw * 1000 } });
  }
  return readings;
}

test('a device and its station get energy of hours, day, month and year, and a power curve', async () => {
  const station = await makeStation(platform);
  const [one, two] = [
    await makeDevice(platform, { stationId: station.id }),
    await makeDevice(platform, { stationId: station.id }),
  ];
  await store(one, run(NOON - 2 * HOUR, NOON));
  await store(two, run(NOON - 2 * HOUR, NOON, { kw: 3 }));
  await rollUps.settle();
  expect(rounded(await energies({ id: one.id, grain: 'hour' }))).toEqual([6, 6]);
  const subject = 'station';
  for (const grain of ['day', 'month', 'year'] as const) {
    expect(rounded(await energies({ subject, id: station.id, grain }))).toEqual([18]);
  }
  const power = await platform.samples.query<{ pv: number }>(
    `SELECT pv FROM station_power_5m FINAL WHERE station = ${station.id} ORDER BY bucket`,
  );
  expect(power.map((row) => row.pv)).toEqual(Array.from({ length: 25 }, () => 9000));
});

test('live data in many small pieces gives the same as all at once', async () => {
  const [piecewise, whole] = [await makeDevice(platform), await makeDevice(platform)];
  const readings = run(NOON - HOUR, NOON, { step: 0.5 });
  for (let i = 0; i < readings.length; i += 7) {
    await store(piecewise, readings.slice(i, i + 7));
    await rollUps.settle();
  }
  await store(whole, readings);
  await rollUps.settle();
  const of = async (id: number) => rounded(await energies({ id, grain: '5m' }));
  expect(await of(piecewise.id)).toEqual(await of(whole.id));
  expect((await of(whole.id)).reduce((sum, kwh) => sum + kwh, 0)).toBeCloseTo(6);
});

test('energy of a long silence is laid over it, and late data puts it where it belongs', async () => {
  const station = await makeStation(platform);
  const device = await makeDevice(platform, { stationId: station.id });
  const all = run(NOON - 6 * HOUR, NOON);
  const silent = (time: number) => time > NOON - 4 * HOUR && time < NOON - HOUR;
  await store(
    device,
    all.filter((one) => !silent(one.time)),
  );
  await rollUps.settle();
  expect(rounded(await energies({ id: device.id, grain: 'day' }))).toEqual([36]);
  const inGap = Math.round(NOON - 2.5 * HOUR);
  const stored = await platform.samples.query(
    `SELECT kwh, round(spread, 1) > 0 AS spread FROM energy FINAL WHERE subject = 'device' AND grain = '5m' AND id = ${device.id} AND start = toDateTime(${inGap / 1000})`,
  );
  expect(stored).toEqual([{ kwh: 0, spread: 1 }]);
  await store(
    device,
    all.filter((one) => silent(one.time)),
  );
  await rollUps.settle();
  expect(rounded(await energies({ subject: 'station', id: station.id, grain: 'hour' }))).toEqual([
    6, 6, 6, 6, 6, 6,
  ]);
});

test('a gap over midnight leaves the sum of both days right', async () => {
  const station = await makeStation(platform, { timeZone: 'UTC', latitude: 0, longitude: 0 });
  const device = await makeDevice(platform, { stationId: station.id });
  await store(device, [
    ...run(NOON - 26 * HOUR, NOON - 24 * HOUR),
    ...run(NOON - 2 * HOUR, NOON, { base: 1000 + 30 }),
  ]);
  await rollUps.settle();
  const days = rounded(await energies({ id: device.id, grain: 'day' }));
  expect(days).toHaveLength(2);
  expect(days[0]! + days[1]!).toBeCloseTo(42);
  expect(days[0]).toBeGreaterThan(20);
  expect(days[1]).toBeGreaterThan(12);
});

test('a device that reports every hour has no gaps', async () => {
  const device = await makeDevice(platform);
  const readings = run(NOON - 8 * HOUR, NOON, { step: 60 });
  for (const reading of readings) {
    await store(device, [reading]);
    await rollUps.settle();
  }
  expect(rounded(await energies({ id: device.id, grain: 'hour' }))).toEqual([6, 6, 6, 6, 6, 6, 6, 6]);
  const [{ spread } = { spread: -1 }] = await platform.samples.query<{ spread: number }>(
    `SELECT sum(spread) AS spread FROM energy FINAL WHERE subject = 'device' AND grain = 'day' AND id = ${device.id}`,
  );
  expect(spread).toBeLessThan(12.1);
});

test('on the day the clocks go back there are 25 hours of energy in one local day', async () => {
  const station = await makeStation(platform, { timeZone: 'Europe/Madrid' });
  const device = await makeDevice(platform, { stationId: station.id, ratedPower: 100_000 });
  const start = Date.UTC(2025, 9, 25, 20);
  await store(device, run(start, start + 30 * HOUR, { kw: 1 }));
  await rollUps.settle();
  const days = await energies({ subject: 'station', id: station.id, grain: 'day' });
  const named = [...days].map(([at, kwh]) => [localDayOf(at, 'Europe/Madrid'), Math.round(kwh * 100) / 100]);
  expect(named).toEqual([
    ['2025-10-25', 2],
    ['2025-10-26', 25],
    ['2025-10-27', 3],
  ]);
});

test('a device that is bound brings its history to its station', async () => {
  const device = await makeDevice(platform);
  await store(device, run(NOON - HOUR, NOON));
  await rollUps.settle();
  const station = await makeStation(platform);
  await platform.db
    .updateTable('devices')
    .set({ stationId: station.id })
    .where('id', '=', device.id)
    .execute();
  const changed = vi.fn<(id: number) => void>();
  kit.fleet.onChange(({ devices }) => devices.forEach((id) => changed(id)));
  platform.bus.publish('stationChanged', { stationId: station.id });
  platform.bus.publish('deviceChanged', { deviceId: device.id });
  await vi.waitFor(() => expect(changed.mock.calls.flat()).toContain(device.id));
  await rollUps.settle();
  expect(rounded(await energies({ subject: 'station', id: station.id, grain: 'day' }))).toEqual([6]);
});

test('a restart goes on where the last process stopped', async () => {
  // ClickHouse forgets marks that are old by its own clock.
  platform.clock.set(Date.now());
  const now = Math.floor(Date.now() / HOUR) * HOUR;
  const device = await makeDevice(platform);
  await store(device, run(now - HOUR, now, { step: 1 }));
  const old = await makeDevice(platform);
  await store(old, run(NOON - 100 * 24 * HOUR, NOON - 100 * 24 * HOUR + HOUR));
  // A second process, which heard none of the announcements.
  const fleet = await openFleet(platform);
  const restarted = createRollUps(platform, { ...kit, fleet });
  await restarted.start();
  await restarted.settle();
  await restarted.stop();
  await fleet.stop();
  expect(rounded(await energies({ id: device.id, grain: 'day' }))).toEqual([6]);
  expect(rounded(await energies({ id: old.id, grain: 'day' }))).toEqual([6]);
  await rollUps.settle();
});

test('after the clock was set back and a start, what is computed counts, and the position is of the clock of now', async () => {
  platform.clock.set(NOON + 6 * HOUR);
  const device = await makeDevice(platform);
  await store(device, run(NOON - 2 * HOUR, NOON, { step: 60 }));
  await rollUps.settle();
  expect(rounded(await energies({ id: device.id, grain: 'hour' }))).toEqual([6, 6]);
  platform.clock.set(NOON + HOUR);
  const restarted = createRollUps(platform, kit);
  await restarted.start();
  await store(device, [{ time: NOON - HOUR, values: { 'energy.total': 1002 } }]);
  await restarted.settle();
  await restarted.stop();
  expect(rounded(await energies({ id: device.id, grain: 'hour' }))).toEqual([2, 10]);
  expect(await kit.ownership.position('rollUps', Number.MAX_SAFE_INTEGER)).toBe(NOON + HOUR);
  await rollUps.settle();
});

test('a server that was running when the clock was set back takes its position along', async () => {
  platform.clock.set(NOON + 12 * HOUR);
  const device = await makeDevice(platform);
  await store(device, run(NOON - HOUR, NOON));
  await rollUps.settle();
  platform.clock.set(NOON + HOUR);
  await store(device, run(NOON, NOON + HOUR, { base: 1006 }));
  await rollUps.settle();
  expect(await kit.ownership.position('rollUps', Number.MAX_SAFE_INTEGER)).toBe(NOON + HOUR);
});

test('somebody who sends scattered old days keeps nobody waiting, and a crash meanwhile loses none of them', async () => {
  platform.clock.set(Date.now());
  const [many, other] = [await makeOrganisation(platform), await makeOrganisation(platform)];
  await store(await makeDevice(platform), run(platform.clock.now() - HOUR, platform.clock.now()));
  await rollUps.settle();
  const old = (day: number) => NOON - (200 + 2 * day) * 24 * HOUR;
  const days = [5, 4, 3, 2, 1, 0];
  const scattered = [];
  for (const later of [0, 3 * HOUR, 6 * HOUR]) {
    const device = await makeDevice(platform, { organisationId: many.id });
    scattered.push(device);
    await store(
      device,
      days.flatMap((day) => run(old(day) + later, old(day) + later + HOUR)),
    );
  }
  const device = await makeDevice(platform, { organisationId: other.id });
  await store(device, run(old(3), old(3) + HOUR));
  await kit.fleet.ensure([device, ...scattered].map(({ id }) => id));
  const first = createRollUps(platform, { ...kit, sliceMs: 0 });
  let slices = 0;
  // The end of this process comes with most of the scattered days still owed.
  const told = new Promise<number>((resolve) =>
    first.onEnergies(({ devices }) => {
      slices += 1;
      if (devices.some(({ id }) => id === device.id)) void first.stop().then(() => resolve(slices));
    }),
  );
  await first.start();
  await Promise.all([first.settle(), told]);
  expect(await told).toBeLessThan(8);
  expect(rounded(await energies({ id: device.id, grain: 'day' }))).toEqual([6]);
  const doneOf = async (id: number) =>
    rounded(await energies({ id, grain: 'hour' })).filter((kwh) => kwh === 6).length;
  expect(await doneOf(scattered[2]!.id)).toBeLessThan(days.length);
  const restarted = createRollUps(platform, kit);
  await restarted.start();
  await restarted.settle();
  await restarted.stop();
  for (const { id } of scattered) expect(await doneOf(id)).toBe(days.length);
  await rollUps.settle();
});

test('while a long past is made again, others get the roll-ups of what they report', async () => {
  const [undone, neighbour] = [await makeDevice(platform), await makeDevice(platform)];
  const from = NOON - 100 * 24 * HOUR;
  await store(undone, run(from, NOON - HOUR, { step: 24 * 60 }));
  await rollUps.settle();
  // A server that has just begun, whose roll-ups are due at once.
  const server = createRollUps(platform, kit);
  await store(neighbour, run(NOON - HOUR, NOON));
  let heard = false;
  server.onEnergies(({ devices }) => (heard ||= devices.some(({ id }) => id === neighbour.id)));
  await server.redo({
    ranges: [{ device: undone.id, from, to: NOON - HOUR }],
    points: new Map([[undone.id, new Set([pointByKey('energy.total')!.id])]]),
    since: 0,
    cluster: undefined,
  });
  expect(heard).toBe(true);
  expect(rounded(await energies({ id: neighbour.id, grain: 'hour' }))).toEqual([6]);
  await server.stop();
}, 120_000);
