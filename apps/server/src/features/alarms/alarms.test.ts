import { ALARM_TYPES, LANGUAGES, PACKED_RULES, type DeviceLive, type DeviceStatus } from '@sunfleet/contract';
import { pointByKey, profileById } from '@sunfleet/device-model';
import { loadDomain } from '@sunfleet/i18n';
import { afterAll, expect, test, vi } from 'vitest';
import { openAlarms } from '../../../test/alarms-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { deviceLive } from '../../../test/makers.ts';
import type { RegisteredDevice } from '../fleet/index.ts';
import { GRACE_MS, HOLD_MS } from './offline-watch.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { fleet, put, mintDevice, start: running, rowsOf } = openAlarms(platform);

const code = pointByKey('alarm.code')!.id;

function store(device: RegisteredDevice, samples: readonly [time: number, value: number][], point = code) {
  platform.bus.publish('stored', {
    length: samples.length,
    devices: Uint32Array.from(samples, () => device.id),
    points: Uint32Array.from(samples, () => point),
    times: Float64Array.from(samples, ([time]) => time),
    values: Float64Array.from(samples, ([, value]) => value),
  });
}

const live = (device: RegisteredDevice, status: DeviceStatus): DeviceLive =>
  deviceLive({
    deviceId: device.id,
    stationId: device.stationId,
    status,
    connection: 'v5',
    lastSeenAt: platform.clock.now() - 20 * MINUTE,
  });

test('a fault raises one alarm, is announced, and recovers when the device no longer tells it', async () => {
  const { alarms, told } = await running();
  const device = await mintDevice();
  const now = platform.clock.now();
  store(device, [[now, 17]]);
  await alarms.flush();
  store(device, [[now + 1000, 17]]);
  await alarms.flush();
  expect(await rowsOf(device)).toMatchObject([
    { code: '17', level: 'general', beganAt: new Date(now), recoveredAt: null, stationId: device.stationId },
  ]);
  store(device, [[now + 2000, 0]]);
  await alarms.flush();
  expect(await rowsOf(device)).toMatchObject([{ code: '17', recoveredAt: new Date(now + 2000) }]);
  const ofDevice = told.filter((alarm) => alarm.device?.id === device.id);
  expect(ofDevice.map(({ beganAt, recoveredAt }) => [beganAt, recoveredAt])).toEqual([
    [now, null],
    [now, now + 2000],
  ]);
  expect(ofDevice[0]).toMatchObject({ station: { id: device.stationId }, device: { sn: device.sn } });
});

test('decisions are written by themselves', async () => {
  await running();
  const device = await mintDevice();
  store(device, [[platform.clock.now(), 5]]);
  await vi.waitFor(async () => expect(await rowsOf(device)).toHaveLength(1));
});

test('a restart loads what stands and raises nothing twice', async () => {
  const first = await running();
  const device = await mintDevice();
  const now = platform.clock.now();
  store(device, [[now, 9]]);
  await first.alarms.stop();
  const second = await running();
  store(device, [[now + 1000, 9]]);
  await second.alarms.flush();
  expect(await rowsOf(device)).toHaveLength(1);
  store(device, [[now + 2000, 0]]);
  await second.alarms.flush();
  expect(await rowsOf(device)).toMatchObject([{ recoveredAt: new Date(now + 2000) }]);
});

test('a fault that was stored but not written before the server died is raised at the start', async () => {
  const device = await mintDevice();
  const now = platform.clock.now();
  await platform.samples.insertRows('latest', [{ device: device.id, point: code, time: now, value: 4 }]);
  const { alarms } = await running();
  await alarms.flush();
  expect(await rowsOf(device)).toMatchObject([{ code: '4', beganAt: new Date(now) }]);
});

test('flapping folds into one row from the third raise on', async () => {
  const { alarms } = await running();
  const device = await mintDevice();
  const now = platform.clock.now();
  for (let round = 0; round < 6; round += 1) {
    store(device, [[now + round * 2 * MINUTE, 3]]);
    await alarms.flush();
    store(device, [[now + (round * 2 + 1) * MINUTE, 0]]);
    await alarms.flush();
  }
  expect((await rowsOf(device)).map(({ count }) => count)).toEqual([1, 5]);
});

test('one that flaps between two writes is right as well', async () => {
  const { alarms } = await running();
  const device = await mintDevice();
  const now = platform.clock.now();
  store(
    device,
    [0, 1, 2, 3, 4].map((step) => [now + step * MINUTE, step % 2 === 0 ? 3 : 0]),
  );
  await alarms.flush();
  expect(await rowsOf(device)).toMatchObject([
    { count: 1, recoveredAt: new Date(now + MINUTE) },
    { count: 2, recoveredAt: null },
  ]);
});

test('a device with 1,000 codes gets 200 rows and one for the rest, and another one its alarm', async () => {
  const { alarms, told } = await running();
  const [flooding, sound] = [await mintDevice(), await mintDevice()];
  const now = platform.clock.now();
  store(
    flooding,
    Array.from({ length: 1000 }, (_, index) => [now + index, index + 1]),
  );
  store(sound, [[now, 17]]);
  await alarms.flush();
  const rows = await rowsOf(flooding);
  expect(rows).toHaveLength(201);
  expect(rows.filter(({ recoveredAt }) => recoveredAt === null)).toMatchObject([
    { code: 'tooManyCodes', textKey: 'faults.platform.tooManyCodes', level: 'general' },
  ]);
  expect(told.filter((alarm) => alarm.device?.id === sound.id)).toHaveLength(1);
});

test('late data raises alarms of the past once, and tells nobody', async () => {
  const { alarms, told } = await running();
  const device = await mintDevice();
  const now = platform.clock.now();
  store(device, [[now, 0]]);
  const past: [number, number][] = [10, 9, 8, 7].map((hours) => [now - hours * HOUR, hours > 7 ? 6 : 0]);
  store(device, past);
  await alarms.flush();
  store(device, past);
  await alarms.flush();
  expect(await rowsOf(device)).toMatchObject([
    { code: '6', beganAt: new Date(now - 10 * HOUR), recoveredAt: new Date(now - 7 * HOUR) },
  ]);
  expect(told.filter((alarm) => alarm.device?.id === device.id)).toEqual([]);
});

test('late data that leads up to a standing alarm moves its beginning', async () => {
  const { alarms } = await running();
  const device = await mintDevice();
  const now = platform.clock.now();
  store(device, [[now, 6]]);
  store(
    device,
    [30, 20, 10].map((minutes) => [now - minutes * MINUTE, 6]),
  );
  platform.clock.advance(2 * MINUTE);
  await alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ beganAt: new Date(now - 30 * MINUTE), recoveredAt: null }]);
});

test('an old fault that is still there is announced when it is confirmed', async () => {
  const { alarms, told } = await running();
  const device = await mintDevice();
  const now = platform.clock.now();
  store(device, [[now - 3 * HOUR, 6]]);
  await alarms.flush();
  expect(told).toEqual([]);
  store(device, [[now, 6]]);
  await alarms.tick();
  expect(told.map((alarm) => [alarm.device?.id, alarm.lastSeenAt])).toEqual([[device.id, now]]);
  store(device, [[now + 1000, 6]]);
  await alarms.tick();
  expect(told).toHaveLength(1);
  expect(await rowsOf(device)).toMatchObject([{ lastSeenAt: new Date(now + 1000) }]);
});

/** A start gives devices time to come back, and silence is held for a while. */
function letTimePass() {
  platform.clock.advance(GRACE_MS + HOLD_MS);
}

test('a silent device raises an alarm since its last data, which recovers when it is back', async () => {
  const { alarms } = await running();
  const device = await mintDevice();
  const lastDataAt = platform.clock.now();
  platform.bus.publish('deviceState', { ...live(device, 'offline'), lastDataAt });
  await alarms.flush();
  expect(await rowsOf(device)).toEqual([]);
  letTimePass();
  await alarms.tick();
  const raised = { type: 'offline', code: 'offline', level: 'general', beganAt: new Date(lastDataAt) };
  expect(await rowsOf(device)).toMatchObject([{ ...raised, recoveredAt: null }]);
  platform.bus.publish('deviceState', live(device, 'normal'));
  await alarms.flush();
  expect(await rowsOf(device)).toMatchObject([{ ...raised, recoveredAt: new Date(platform.clock.now()) }]);
});

test('silence that began long before it was noticed is announced all the same', async () => {
  const { alarms, told } = await running();
  const device = await mintDevice();
  const lastDataAt = platform.clock.now() - 12 * HOUR;
  platform.bus.publish('deviceState', { ...live(device, 'offline'), lastDataAt });
  letTimePass();
  await alarms.tick();
  expect(told).toMatchObject([{ device: { id: device.id }, beganAt: lastDataAt, recoveredAt: null }]);
});

test('a silent logger hides its children, also those bound after the start', async () => {
  const { alarms } = await running();
  const logger = await mintDevice({ kind: 'logger' });
  const child = await mintDevice({ parentId: logger.id });
  platform.bus.publish('deviceState', live(child, 'offline'));
  platform.bus.publish('deviceState', live(logger, 'offline'));
  letTimePass();
  await alarms.tick();
  expect(await rowsOf(logger)).toHaveLength(1);
  expect(await rowsOf(child)).toHaveLength(0);
});

test('a logger whose connection is doubted is an alarm until somebody confirms it, also after a restart', async () => {
  const logger = await mintDevice({ kind: 'logger' });
  const row = { deviceId: logger.id, doubtedSince: new Date(platform.clock.now()) };
  await platform.db
    .insertInto('loggerConnections')
    .values({ ...row, doubt: 'alternating' })
    .execute();
  for (let start = 0; start < 2; start += 1) {
    const { alarms } = await running();
    await alarms.stop();
  }
  const { alarms } = await running();
  expect(await rowsOf(logger)).toMatchObject([{ type: 'doubtedLogger', recoveredAt: null, count: 1 }]);
  await platform.db
    .updateTable('loggerConnections')
    .set({ doubt: null })
    .where('deviceId', '=', logger.id)
    .execute();
  // Other devices change often, and nobody reads all doubted loggers for that.
  put(await mintDevice());
  await alarms.flush();
  expect(await rowsOf(logger)).toMatchObject([{ recoveredAt: null }]);
  put(logger);
  await alarms.flush();
  expect(await rowsOf(logger)).toMatchObject([{ recoveredAt: expect.any(Date) }]);
});

test('a device that was silent before a restart is told after it, once', async () => {
  const device = await mintDevice();
  await platform.db
    .updateTable('deviceStates')
    .set({ status: 'offline', lastDataAt: new Date(platform.clock.now() - HOUR) })
    .where('deviceId', '=', device.id)
    .execute();
  for (let start = 0; start < 2; start += 1) {
    const { alarms } = await running();
    letTimePass();
    await alarms.tick();
    await alarms.stop();
  }
  expect(await rowsOf(device)).toHaveLength(1);
});

test('what happens to one device looks at no other that is silent', async () => {
  const { alarms } = await running();
  letTimePass();
  const silent = await Promise.all(Array.from({ length: 40 }, () => mintDevice()));
  const last = silent.pop()!;
  for (const device of silent) platform.bus.publish('deviceState', live(device, 'offline'));
  platform.clock.advance(HOLD_MS);
  await alarms.flush();
  const looks = vi.spyOn(fleet, 'device');
  platform.bus.publish('deviceState', live(last, 'offline'));
  await alarms.flush();
  platform.clock.advance(HOLD_MS);
  await alarms.flush();
  expect(looks.mock.calls.length).toBeLessThan(10);
  looks.mockRestore();
  const rows = await Promise.all([...silent, last].map(rowsOf));
  expect(rows.map((own) => own.map((row) => row.code))).toEqual(rows.map(() => ['offline']));
});

test('the silence of a device that nobody bound is no alarm', async () => {
  const { alarms } = await running();
  const device = await mintDevice({ stationId: null });
  platform.bus.publish('deviceState', live(device, 'offline'));
  letTimePass();
  await alarms.tick();
  expect(await rowsOf(device)).toHaveLength(0);
});

test('alarms that the store cannot take are kept, said in the health, and written later', async () => {
  const { alarms } = await running();
  const device = await mintDevice();
  await platform.pool.query('ALTER TABLE alarms RENAME TO alarms_away');
  store(device, [[platform.clock.now(), 8]]);
  await expect(alarms.flush()).rejects.toThrow();
  const parts = (await platform.health.report()).parts.filter((part) => part.name === 'alarms');
  expect(parts.some((part) => part.state === 'degraded')).toBe(true);
  await platform.pool.query('ALTER TABLE alarms_away RENAME TO alarms');
  await alarms.flush();
  expect(await rowsOf(device)).toHaveLength(1);
});

test('fault bits of a profile are alarms with the code, level and text of the profile', async () => {
  const { alarms } = await running();
  const profile = profileById('deye-string')!;
  const device = await mintDevice({ profileId: profile.id });
  const fault = profile.faults.find(({ bit }) => bit !== undefined)!;
  const point = pointByKey(fault.point)!.id;
  store(device, [[platform.clock.now(), 2 ** fault.bit!]], point);
  await alarms.flush();
  const { code: faultCode, level, textKey } = fault;
  expect(await rowsOf(device)).toMatchObject([{ code: faultCode, level, textKey, type: 'deviceFault' }]);
});

test('a device that gets its profile later is judged by the words it sent before', async () => {
  const { alarms } = await running();
  const device = await mintDevice();
  const profile = profileById('deye-string')!;
  const fault = profile.faults.find(({ bit }) => bit !== undefined)!;
  store(device, [[platform.clock.now(), 2 ** fault.bit!]], pointByKey(fault.point)!.id);
  await alarms.flush();
  expect(await rowsOf(device)).toEqual([]);
  put({ ...device, profileId: profile.id });
  await alarms.flush();
  expect(await rowsOf(device)).toMatchObject([{ code: fault.code }]);
});

test.for(LANGUAGES)(
  'the alarms of the platform itself have name, cause and advice in %s',
  async (language) => {
    const { platform: own, rules } = (await loadDomain(language, 'faults')) as Record<
      string,
      Record<string, object>
    >;
    const told = expect.stringMatching(/.{3,}/);
    // The faults of devices have texts of their own, apart from codes that no profile knows.
    const types = ALARM_TYPES.filter((type) => type !== 'rule').map((type) =>
      type === 'deviceFault' ? 'code' : type,
    );
    expect(Object.keys(own!).toSorted()).toEqual([...types, 'tooManyCodes'].toSorted());
    // Rules have the names that people give them, the shipped ones their own.
    expect(Object.keys(rules!).toSorted()).toEqual([...PACKED_RULES].toSorted());
    for (const words of [...Object.values(own!), ...Object.values(rules!)])
      expect(words).toEqual({ name: told, cause: told, advice: told });
  },
);

test('a device that says something else in each of thousands of readings holds up nobody', async () => {
  const { alarms } = await running();
  const flooding = await mintDevice({ profileId: 'sofar-g3', organisationCode: 'flooding' });
  const sound = await mintDevice({ organisationCode: 'sound' });
  const points = [...new Set(profileById('sofar-g3')!.faults.map(({ point }) => pointByKey(point)!.id))];
  const now = platform.clock.now();
  const readings = Array.from({ length: 5000 }, (_, index) => ({
    time: now + index,
    value: index % 2 ? 0xffff : 0,
  }));
  const rows = readings.flatMap(({ time, value }) => points.map((point) => ({ time, value, point })));
  platform.bus.publish('stored', {
    length: rows.length,
    devices: Uint32Array.from(rows, () => flooding.id),
    points: Uint32Array.from(rows, ({ point }) => point),
    times: Float64Array.from(rows, ({ time }) => time),
    values: Float64Array.from(rows, ({ value }) => value),
  });
  store(sound, [[now, 17]]);
  const undecided = async () => {
    const { parts } = await platform.health.report();
    return Math.max(...parts.map(({ detail }) => Number(detail.undecided ?? 0)));
  };
  // The block is announced, and most of it is decided over between what others do.
  expect(await undecided()).toBeGreaterThan(1000);
  await alarms.flush();
  expect(await undecided()).toBe(0);
  expect(await rowsOf(sound)).toHaveLength(1);
  // The last of them said that all faults stand.
  const standing = (await rowsOf(flooding)).filter(({ recoveredAt }) => recoveredAt === null);
  expect(standing.length).toBeGreaterThan(50);
});
