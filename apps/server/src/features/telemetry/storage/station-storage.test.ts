import type { StationStorage } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation, makeUser } from '../../../../test/makers.ts';
import type { Reading } from '../../../platform/ingest.ts';
import { openLatest } from '../latest/latest-store.ts';
import { registerTelemetryRoutes } from '../routes.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, rollUps } = kit;
const latest = await openLatest(platform);
const { server, as } = await openApi(platform, (http) =>
  registerTelemetryRoutes(http, kit as never, { latest } as never),
);
afterAll(async () => {
  await server.app.close();
  await latest.stop();
  await kit.stop();
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Midnight in Madrid. */
const MIDNIGHT = Date.UTC(2026, 5, 20, 22);
platform.clock.set(MIDNIGHT + 2 * DAY + HOUR);
const admin = await as(await makeUser(platform, { role: 'platformAdmin' }));
const storage = async (station: number, query = 'grain=day&from=2026-06-21&to=2026-06-30') =>
  (await admin.get(`/stations/${station}/storage?${query}`)).data as StationStorage;

/** Two days of a battery, each five minutes: at rest, charging with 4 kW from ten to twelve, giving 3.6 kW from twenty to twenty-two. */
function cycle({ soh }: { soh: number }): Reading[] {
  let [charged, discharged, soc] = [100, 90, 20];
  return Array.from({ length: 2 * 288 + 1 }, (_, step) => {
    const hour = (step % 288) / 12;
    const charging = hour >= 10 && hour < 12;
    const giving = hour >= 20 && hour < 22;
    const values = {
      'battery.power': charging ? -4000 : giving ? 3600 : 0,
      'battery.soc': soc,
      'battery.soh': soh,
      'battery.temp': 21,
      'energy.charge.total': charged,
      'energy.discharge.total': discharged,
    };
    if (charging) [charged, soc] = [charged + 4 / 12, soc + 80 / 24];
    if (giving) [discharged, soc] = [discharged + 3.6 / 12, soc - 80 / 24];
    return { time: MIDNIGHT + step * 300_000, values };
  });
}

test('charge, cycles, efficiency and modes of a battery over days, with what they are made of', async () => {
  const station = await makeStation(platform, { batteryKwh: 10 });
  const battery = await makeDevice(platform, { stationId: station.id, kind: 'battery', name: 'Garage' });
  await kit.fleet.ensure([battery.id]);
  await store(battery, cycle({ soh: 96 }));
  await rollUps.settle();
  const all = await storage(station.id);
  expect(all).toMatchObject({ capacityKwh: 10, soh: 96, timeZone: 'Europe/Madrid' });
  expect(all.units).toMatchObject([
    { deviceId: battery.id, sn: battery.sn, name: 'Garage', soh: 96, power: 0, temperature: 21 },
  ]);
  expect(all.buckets.map(({ start }) => start)).toEqual(['2026-06-21', '2026-06-22', '2026-06-23']);
  expect(all.buckets[0]!.charged).toBeCloseTo(8, 1);
  expect(all.buckets[0]!.discharged).toBeCloseTo(7.2, 1);
  expect(all.buckets[0]!.cycles).toBeCloseTo(0.72, 2);
  expect(all.cycles).toBeCloseTo(1.44, 2);
  expect(all.cyclesEver).toBeCloseTo(10.44, 2);
  expect(all.roundTrip).toMatchObject({ gap: null, from: MIDNIGHT, stored: 0 });
  expect(all.roundTrip.efficiency).toBeCloseTo(0.9, 2);
  expect(all.modes.charging / HOUR).toBeCloseTo(4, 0);
  expect(all.modes.discharging / HOUR).toBeCloseTo(4, 0);
  expect(all.modes.unknown).toBeLessThan(HOUR + 1);
  const month = await storage(station.id, 'grain=month&from=2026-06-01&to=2026-06-30');
  expect(month.buckets).toHaveLength(1);
  expect(month.buckets[0]!.charged).toBeCloseTo(16, 1);
});

test('a station without a battery has none, and a hybrid inverter without one is none', async () => {
  const station = await makeStation(platform, { batteryKwh: null });
  const hybrid = await makeDevice(platform, { stationId: station.id, kind: 'hybrid' });
  await kit.fleet.ensure([hybrid.id]);
  await store(hybrid, [{ time: MIDNIGHT, values: { 'ac.power': 10 } }]);
  await rollUps.settle();
  expect(await storage(station.id)).toMatchObject({
    units: [],
    capacityKwh: null,
    soh: null,
    charged: null,
    cycles: null,
    cyclesEver: null,
    roundTrip: { efficiency: null, gap: 'noEnergy', from: null },
    modes: { charging: 0, discharging: 0, resting: 0 },
  });
});

test('days that are none, and too many of them, are refused', async () => {
  const { id } = await makeStation(platform);
  await kit.fleet.ensure([(await makeDevice(platform, { stationId: id })).id]);
  const refused = (query: string) => admin.get(`/stations/${id}/storage?${query}`);
  expect((await refused('grain=day&from=2026-06-21&to=2026-06-20')).error).toBe('invalidInput');
  expect((await refused('grain=day&from=2024-01-01&to=2026-06-20')).error).toBe('rangeTooLong');
  const stranger = await as(await makeUser(platform, { role: 'owner' }));
  const { error } = await stranger.get(`/stations/${id}/storage?grain=day&from=2026-06-21&to=2026-06-21`);
  expect(error).toBe('stationNotFound');
});
