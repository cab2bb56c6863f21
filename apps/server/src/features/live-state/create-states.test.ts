import { afterAll, expect, test, vi } from 'vitest';
import type { Alarm, DeviceLive } from '@sunfleet/contract';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { idOf } from '../telemetry/index.ts';
import { liveAlarm } from '../../../test/live-alarm.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { createStates } from './create-states.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const states = await createStates(platform, kit);
afterAll(async () => {
  await states.stop();
  await kit.stop();
});

const [MINUTE, NOON] = [60_000, Date.UTC(2026, 5, 21, 12)];

/** Stations lie in Madrid: sunrise 06:45, sunset 21:48 local summer time. */
async function stationWith(...devices: Parameters<typeof makeDevice>[1][]) {
  const station = await makeStation(platform);
  const made = [];
  for (const values of devices) {
    const device = await makeDevice(platform, { stationId: station.id, ...values });
    await kit.fleet.ensure([device.id]);
    made.push(device);
  }
  return { station, devices: made };
}

async function at(time: number): Promise<void> {
  platform.clock.set(time);
  await states.look();
  await states.flush();
}

test('a station sums its inverters, with grid and load by the roles of its meters', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({}, {}, { kind: 'meter', meterRole: 'grid' });
  const [one, two, meter] = devices;
  await kit.store(one!, [{ time: NOON, values: { 'ac.power': 4000, state: 3, 'signal.strength': 90 } }]);
  await kit.store(two!, [{ time: NOON, values: { 'ac.power': 2000, state: 3, 'signal.strength': 31 } }]);
  await kit.store(meter!, [{ time: NOON, values: { 'meter.power': -5000 } }]);
  await states.flush();
  expect(states.station(station.id)).toMatchObject({
    status: 'normal',
    communication: 'online',
    power: 6000,
    signal: 31,
    grid: -5000,
    load: 1000,
    battery: null,
    devicesOnline: 3,
    lastDataAt: NOON,
  });
  const row = await platform.db
    .selectFrom('stationStates')
    .selectAll()
    .where('stationId', '=', station.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'normal', power: 6000, devicesTotal: 3, lastDataAt: new Date(NOON) });
});

test('silence by day is offline, silence at night is standby with no power', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({}, { kind: 'hybrid' });
  const [inverter, hybrid] = devices;
  await kit.store(inverter!, [{ time: NOON, values: { 'ac.power': 4000, 'signal.strength': 40 } }]);
  await kit.store(hybrid!, [{ time: NOON, values: { 'dc.power': 1000, 'battery.soc': 80 } }]);
  await at(NOON + 14 * MINUTE);
  expect(states.device(inverter!.id)?.status).toBe('online');
  await at(NOON + 20 * MINUTE);
  expect(states.device(inverter!.id)).toMatchObject({ status: 'offline', power: null });
  expect(states.station(station.id)).toMatchObject({ status: 'offline', soc: null, signal: null });
  const midnight = NOON + 10 * 60 * MINUTE;
  await at(midnight);
  expect(states.device(inverter!.id)).toMatchObject({ status: 'standby', power: 0 });
  expect(states.device(hybrid!.id)?.status).toBe('offline');
  expect(states.station(station.id)?.status).toBe('partlyOffline');
});

test('a station that sleeps is in standby and only normally offline, wherever it lies', async () => {
  const noonInTokyo = Date.UTC(2026, 5, 21, 3);
  platform.clock.set(noonInTokyo);
  const station = await makeStation(platform, { timeZone: 'Asia/Tokyo', latitude: 35.7, longitude: 139.7 });
  const device = await makeDevice(platform, { stationId: station.id });
  await kit.fleet.ensure([device.id]);
  await kit.store(device, [{ time: noonInTokyo, values: { 'ac.power': 4000 } }]);
  await at(noonInTokyo + 9 * 60 * MINUTE);
  expect(states.station(station.id)).toMatchObject({
    status: 'standby',
    communication: 'offlineNormal',
    power: 0,
  });
  await at(noonInTokyo + 20 * 60 * MINUTE);
  expect(states.station(station.id)?.status).toBe('offline');
});

test("today's energy follows the roll-up, and the counter between roll-ups; a new day begins at nothing", async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({});
  const [device] = devices;
  const reading = (minute: number, kwh: number) => ({
    time: NOON + minute * MINUTE,
    values: { 'energy.total': kwh, 'ac.power': 6000 },
  });
  await kit.store(device!, [reading(-10, 500), reading(-5, 500.5), reading(0, 501)]);
  await kit.rollUps.settle();
  expect(states.station(station.id)).toMatchObject({ energyToday: 1, energyYear: 1, energyTotal: 501 });
  await kit.store(device!, [reading(1, 501.25)]);
  expect(states.device(device!.id)?.energyToday).toBeCloseTo(1.25);
  expect(states.station(station.id)?.energyToday).toBeCloseTo(1.25);
  await kit.rollUps.settle();
  expect(states.station(station.id)?.energyToday).toBeCloseTo(1.25);
  await at(NOON + 24 * 60 * MINUTE);
  expect(states.station(station.id)).toMatchObject({ energyToday: 0 });
  expect(states.station(station.id)?.energyMonth).toBeCloseTo(1.25);
});

test('a new day begins at nothing, also where a device reports before anybody has looked', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({});
  const reading = (time: number, kwh: number) => ({ time, values: { 'energy.total': kwh, 'ac.power': 0 } });
  await kit.store(devices[0]!, [reading(NOON - 5 * MINUTE, 500), reading(NOON, 501)]);
  await kit.rollUps.settle();
  expect(states.station(station.id)).toMatchObject({ energyToday: 1 });
  // Midnight in Madrid.
  platform.clock.set(NOON + 10 * 60 * MINUTE + 5000);
  await kit.store(devices[0]!, [reading(platform.clock.now(), 501)]);
  await states.flush();
  await states.look();
  await states.flush();
  expect(states.station(station.id)).toMatchObject({ energyToday: 0 });
});

test('a station that a device left is announced at once', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({}, {});
  const { station: other } = await stationWith();
  for (const device of devices) await kit.store(device, [{ time: NOON, values: { 'ac.power': 100 } }]);
  await states.flush();
  const totals: number[] = [];
  const end = platform.bus.subscribe('stationState', ({ stationId, devicesTotal }) => {
    if (stationId === station.id) totals.push(devicesTotal);
  });
  const { id } = devices[0]!;
  await platform.db.updateTable('devices').set({ stationId: other.id }).where('id', '=', id).execute();
  await announceChange(platform.db, { devices: [id] });
  await vi.waitUntil(() => totals.at(-1) === 1);
  end();
});

test('what the sun should have given is summed, by the sensor where there is one, and again after a start', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({}, { kind: 'weather' });
  const { station: blind } = await stationWith({});
  await at(NOON);
  const clear = states.station(blind.id)!.expectedToday!;
  expect(clear).toBeGreaterThan(1);
  expect(states.station(blind.id)).toMatchObject({ irradiationToday: null, energyToday: null });
  expect(states.station(station.id)!.expectedToday).toBeCloseTo(clear, 5);
  const samples = Array.from({ length: 12 }, (_, i) => ({
    time: NOON + (i * 5 + 1) * MINUTE,
    values: { 'irradiance.poa': 100 },
  }));
  for (const sample of samples) {
    platform.clock.set(sample.time);
    await kit.store(devices[1]!, [sample]);
    await at(sample.time + MINUTE);
  }
  await kit.rollUps.settle();
  const cloudy = states.station(station.id)!.expectedToday!;
  expect(cloudy).toBeLessThan(states.station(blind.id)!.expectedToday! - 1);
  const row = await platform.db
    .selectFrom('stationStates')
    .select('expectedToday')
    .where('stationId', '=', station.id)
    .executeTakeFirstOrThrow();
  expect(row.expectedToday).toBeCloseTo(cloudy);
  const started = await createStates(platform, kit);
  await started.flush();
  expect(started.station(station.id)!.expectedToday! / cloudy).toBeCloseTo(1, 1);
  await started.stop();
});

test('weather that comes late is expected of: nothing until it is computed, then what it says', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({ kind: 'weather' });
  await at(NOON);
  const clear = states.station(station.id)!.expectedToday!;
  const dark = Array.from({ length: 72 }, (_, i) => ({
    time: NOON - 6 * 3_600_000 + i * 5 * MINUTE,
    values: { 'irradiance.poa': 100 + (i % 5) },
  }));
  await kit.store(devices[0]!, dark);
  await states.flush();
  expect(states.station(station.id)!.expectedToday).toBeNull();
  await kit.rollUps.settle();
  await at(NOON + 4 * MINUTE);
  expect(states.station(station.id)!.expectedToday).toBeLessThan(clear / 2);
});

test('a station is not judged while hours of its day that came late are not computed yet', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({});
  await at(NOON);
  expect(states.station(station.id)!.expectedToday).toBeGreaterThan(1);
  const late = Array.from({ length: 40 }, (_, i) => ({
    time: NOON - 5 * 3_600_000 + i * 5 * MINUTE,
    values: { 'ac.power': 2000 },
  }));
  await kit.store(devices[0]!, late);
  await states.flush();
  expect(states.station(station.id)!.expectedToday).toBeNull();
  await kit.rollUps.settle();
  await states.flush();
  const { expectedToday, energyToday } = states.station(station.id)!;
  expect(expectedToday).toBeGreaterThan(1);
  expect(energyToday).toBeGreaterThan(5);
});

test('a counter that leaps between two roll-ups adds nothing that the rating does not allow', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({});
  const [device] = devices;
  const reading = (minute: number, kwh: number) => ({
    time: NOON + minute * MINUTE,
    values: { 'energy.total': kwh },
  });
  await kit.store(device!, [reading(-10, 500), reading(-5, 500.5), reading(0, 501)]);
  await kit.rollUps.settle();
  await kit.store(device!, [reading(1, 900)]);
  expect(states.device(device!.id)?.energyToday).toBeCloseTo(1);
  await kit.rollUps.settle();
  expect(states.station(station.id)?.energyToday).toBeCloseTo(1);
});

test('the lifetime energy of a station is of believed counters, whatever a zero or a spike says', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({}, {});
  const [device, other] = devices;
  const reading = (minute: number, kwh: number) => ({
    time: NOON + minute * MINUTE,
    values: { 'energy.total': kwh },
  });
  const total = () => states.station(station.id)?.energyTotal;
  await kit.store(other!, [reading(-10, 300), reading(-5, 300.5), reading(0, 301)]);
  await kit.rollUps.settle();
  expect(total()).toBeNull();
  await kit.store(device!, [reading(-10, 500), reading(-5, 500.5), reading(0, 501)]);
  await kit.rollUps.settle();
  expect(total()).toBeCloseTo(802);
  for (const [minute, wrong] of [
    [1, 0],
    [2, 9_000_000],
  ] as const) {
    await kit.store(device!, [reading(minute, wrong)]);
    expect(total()).toBeCloseTo(802);
    await kit.rollUps.settle();
    expect(total()).toBeCloseTo(802);
  }
  await kit.store(device!, [reading(5, 501.5), reading(10, 502)]);
  await kit.rollUps.settle();
  expect(total()).toBeCloseTo(803);
  // Data that comes days late has older readings.
  await kit.store(device!, [reading(-5000, 400), reading(-4995, 400.5), reading(-4990, 401)]);
  await kit.rollUps.settle();
  expect(total()).toBeCloseTo(803);
});

test('a start believes the counters that agree with the total that was written, and no others', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({});
  const [device] = devices;
  const reading = (minute: number, kwh: number) => ({
    time: NOON + minute * MINUTE,
    values: { 'energy.total': kwh },
  });
  await kit.store(device!, [reading(-10, 500), reading(-5, 500.5), reading(0, 501)]);
  await kit.rollUps.settle();
  await states.flush();
  const totalAfterStart = async (minute: number, kwh: number) => {
    const at = new Date(NOON + minute * MINUTE).toISOString().slice(0, 19).replace('T', ' ');
    await platform.samples.command(
      `INSERT INTO latest VALUES (${device!.id}, ${idOf('energy.total')}, toDateTime64('${at}', 3, 'UTC'), ${kwh})`,
    );
    const next = await createStates(platform, kit);
    const total = next.station(station.id)?.energyTotal;
    await next.stop();
    return total;
  };
  expect(await totalAfterStart(0, 501)).toBe(501);
  expect(await totalAfterStart(1, 501.2)).toBe(501.2);
  expect(await totalAfterStart(2, 9_000_000)).toBeNull();
});

test('alarms make a device abnormal and give the station their level', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({});
  const [device] = devices;
  await kit.store(device!, [{ time: NOON, values: { 'ac.power': 4000 } }]);
  const alarm = (recoveredAt: number | null, shield: Alarm['shield'] = null): Alarm => ({
    ...liveAlarm(station, { id: 900_001, type: 'deviceFault', beganAt: NOON, lastSeenAt: NOON, shield }),
    device: { id: device!.id, sn: device!.sn, kind: 'inverter' },
    recoveredAt,
  });
  for (const again of [null, null]) platform.bus.publish('alarm', alarm(again));
  expect(states.device(device!.id)).toMatchObject({ status: 'abnormal', openAlarms: 1 });
  expect(states.station(station.id)).toMatchObject({ status: 'alarm', alarms: { general: 1 } });
  platform.bus.publish('alarm', alarm(null, { id: 1, until: null }));
  expect(states.device(device!.id)?.openAlarms).toBe(0);
  platform.bus.publish('alarm', alarm(NOON + MINUTE));
  expect(states.station(station.id)).toMatchObject({ status: 'normal', alarms: { general: 0 } });
});

test('a device is announced once for many changes of a moment, and not without a change', async () => {
  platform.clock.set(NOON);
  const [device] = (await stationWith({})).devices;
  const announced: DeviceLive[] = [];
  const end = platform.bus.subscribe('deviceState', (live) => {
    if (live.deviceId === device!.id) announced.push(live);
  });
  for (let i = 0; i < 5; i += 1) {
    await kit.store(device!, [{ time: NOON + i * 1000, values: { 'ac.power': 100 * i } }]);
  }
  await states.flush();
  expect(announced.at(-1)?.power).toBe(400);
  expect(announced.length).toBeLessThan(5);
  const count = announced.length;
  await states.look();
  await states.flush();
  expect(announced).toHaveLength(count);
  end();
});

test('buffered data from before says nothing of now', async () => {
  platform.clock.set(NOON);
  const [device] = (await stationWith({})).devices;
  await kit.store(device!, [{ time: NOON, values: { 'ac.power': 4000 } }]);
  await kit.store(device!, [{ time: NOON - 60 * MINUTE, values: { 'ac.power': 1 } }]);
  expect(states.device(device!.id)).toMatchObject({ power: 4000, lastDataAt: NOON });
});

test('the next process begins with what this one knew', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({});
  const [device] = devices;
  await kit.store(device!, [{ time: NOON, values: { 'ac.power': 4000, 'energy.total': 10 } }]);
  await states.flush();
  await platform.samples.command(
    `INSERT INTO latest VALUES (${device!.id}, 1, toDateTime64('2026-06-21 12:00:00', 3, 'UTC'), 4000)`,
  );
  const next = await createStates(platform, kit);
  expect(next.device(device!.id)).toMatchObject({ status: 'online', power: 4000, lastDataAt: NOON });
  expect(next.station(station.id)?.power).toBe(4000);
  await next.stop();
});

test('a station whose zone or modules change begins its day there, and is expected of what it has now', async () => {
  platform.clock.set(NOON);
  const { station, devices } = await stationWith({});
  await kit.store(devices[0]!, [
    { time: NOON - 60 * MINUTE, values: { 'energy.total': 100, 'ac.power': 4000 } },
    { time: NOON, values: { 'energy.total': 104, 'ac.power': 4000 } },
  ]);
  await kit.rollUps.settle();
  await states.flush();
  const before = states.station(station.id)!;
  expect(before.energyToday).toBeCloseTo(4);
  const change = async (values: { timeZone?: string; capacityKw?: number }) => {
    await platform.db.transaction().execute(async (trx) => {
      await trx.updateTable('stations').set(values).where('id', '=', station.id).execute();
      await announceChange(trx, { stations: [station.id] });
    });
  };
  const now = async () => {
    await states.flush();
    return states.station(station.id)!;
  };
  await change({ capacityKw: 1 });
  await expect.poll(async () => (await now()).expectedToday! / before.expectedToday!).toBeLessThan(0.2);
  expect((await now()).energyToday).toBeCloseTo(4);
  // Its day began fourteen hours earlier there, and nothing is summed of that day yet.
  await change({ timeZone: 'Pacific/Auckland' });
  await expect.poll(async () => (await now()).energyToday).toBeNull();
});
