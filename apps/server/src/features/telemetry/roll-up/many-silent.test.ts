import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';
import { planStations, rollUpDevices } from './roll-up.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, energies, rollUps, fleet } = kit;
afterAll(() => kit.stop());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SILENT_DAYS = 340;
const DEVICES = 6;

test('energy laid over a silence of months at many devices is made of some at a time', async () => {
  const now = platform.clock.now();
  const station = await makeStation(platform);
  const devices = [];
  for (let n = 0; n < DEVICES; n += 1) devices.push(await makeDevice(platform, { stationId: station.id }));
  await fleet.ensure(devices.map(({ id }) => id));
  const before = now - SILENT_DAYS * DAY;
  for (const [n, device] of devices.entries()) {
    await store(device, [{ time: before, values: { 'energy.total': 1000 } }]);
    await store(device, [{ time: now, values: { 'energy.total': 1000 + 3000 + n } }]);
  }
  const batch = devices.map(({ id }) => ({ device: id, from: now, to: now }));
  const sunlight = () => ({ shape: () => 1, between: (start: number, end: number) => end - start });
  const run = { db: platform.samples, fleet, sunlight: sunlight as never, now, slow: new Map() };
  const parts: number[][] = [];
  let pauses = 0;
  let version = now;
  const between = {
    nextVersion: () => Promise.resolve((version += 1)),
    pause: () => Promise.resolve(void (pauses += 1)),
  };
  for await (const cells of rollUpDevices(run, batch, between)) parts.push(cells.map(({ id }) => id));
  // Others have their turn between any two parts.
  expect(pauses).toBe(parts.length - 1);
  expect(parts.flat().toSorted((a, b) => a - b)).toEqual(devices.map(({ id }) => id));
  // 97,920 cells of each: of five they are still held at once.
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(5);
  await rollUps.settle();
  for (const [n, device] of devices.entries()) {
    const years = [...(await energies({ id: device.id, grain: 'year' })).values()];
    expect(years.reduce((sum, kwh) => sum + kwh, 0)).toBeCloseTo(3000 + n, 0);
  }
  const all = [...(await energies({ subject: 'station', id: station.id, grain: 'year' })).values()];
  expect(all.reduce((sum, kwh) => sum + kwh, 0)).toBeCloseTo(DEVICES * 3000 + 15, -1);
}, 60_000);

test('a silence of months is laid over again without reading what was laid over it before, and its ends keep what stands beside it', async () => {
  const now = platform.clock.now();
  const device = await makeDevice(platform, { stationId: (await makeStation(platform)).id });
  await fleet.ensure([device.id]);
  // In the middle of an hour, which holds energy of known time as well.
  const before = Math.floor(now / HOUR) * HOUR - SILENT_DAYS * DAY + HOUR / 2;
  const at = (time: number, kwh: number) => ({ time, values: { 'energy.total': kwh } });
  await store(
    device,
    [-20, -10, 0].map((minute) => at(before + minute * 60_000, 1000 + minute / 10)),
  );
  await store(
    device,
    [-20, -10, 0].map((minute) => at(now + minute * 60_000, 4000 + minute / 10)),
  );
  await rollUps.settle();
  const inAll = async (grain: 'hour' | 'year') =>
    [...(await energies({ id: device.id, grain })).values()].reduce((sum, kwh) => sum + kwh, 0);
  expect(await inAll('hour')).toBeCloseTo(3002, 3);
  let cellsRead = 0;
  const db = new Proxy(platform.samples, {
    get(target, name) {
      if (name === 'query')
        return async (...asked: Parameters<typeof target.query>) => {
          const rows = await target.query<{ starts?: number[] }>(...asked);
          for (const { starts } of rows) cellsRead += starts?.length ?? 0;
          return rows;
        };
      const own = target[name as keyof typeof target];
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
  const sunlight = () => ({ shape: () => 1, between: (start: number, end: number) => end - start });
  const run = { db, fleet, sunlight: sunlight as never, now, slow: new Map() };
  const between = { nextVersion: () => Promise.resolve(now + DAY), pause: () => Promise.resolve() };
  const range = { device: device.id, from: now - 20 * 60_000, to: now };
  for await (const [pv] of rollUpDevices(run, [range], between))
    expect(pv?.cells.get('5m')?.size).toBeGreaterThan(90_000);
  // Hours, days and months of a year, and some five minutes at both ends.
  expect(cellsRead).toBeGreaterThan(0);
  expect(cellsRead).toBeLessThan(10_000);
  expect(await inAll('hour')).toBeCloseTo(3002, 3);
  expect(await inAll('year')).toBeCloseTo(3002, 3);
}, 60_000);

test('a station of thousands of devices is summed in short pieces, one of a few in long ones', () => {
  const devices = new Map([
    [1, 10_000],
    [2, 5],
  ]);
  const of = { devicesOf: (station: number) => Array.from({ length: devices.get(station) ?? 0 }) };
  const spans = [1, 2].map((station) => ({ station, from: 0, to: 60 * DAY }));
  const batches = planStations({ fleet: of as never }, spans);
  for (const batch of batches) {
    const days = batch.reduce(
      (sum, { station, from, to }) => sum + (devices.get(station)! * (to - from)) / DAY,
      0,
    );
    expect(days).toBeLessThanOrEqual(1440);
  }
  const pieces = batches.flat();
  expect(pieces.filter(({ station }) => station === 2)).toEqual([{ station: 2, from: 0, to: 60 * DAY }]);
  const many = pieces.filter(({ station }) => station === 1);
  expect(many.length).toBe(481);
  for (const [n, piece] of many.entries()) expect(piece.from).toBe(n === 0 ? 0 : many[n - 1]!.to);
});
