import {
  encodeCommandAnswer,
  encodeData,
  encodeHeartbeat,
  encodePoints,
  encodeReport,
  encodeWifiInfo,
  parseServerAnswer,
  profileById,
  RegisterImage,
  V5_CONTROL,
} from '@sunfleet/device-model';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import type { DeviceSighting } from '../../platform/topics.ts';
import { createV5Gateway } from './index.ts';
import type { V5Options } from './options.ts';
import {
  fakeLogger,
  testDirectory,
  testIngest,
  TIMES,
  type FakeDevice,
  type FakeLogger,
} from '../../../test/v5-logger.ts';

const platform = await testPlatform({ SUNFLEET_V5_PORT: '0' });
afterAll(() => platform.stop());

async function running(options: Partial<V5Options> = {}) {
  const directory = testDirectory(platform);
  const ingest = testIngest(platform);
  const gateway = createV5Gateway(platform, {
    directory,
    ingest,
    options: { pollMs: 3_600_000, ...options },
  });
  const port = await gateway.start();
  const seen: DeviceSighting[] = [];
  const end = platform.bus.subscribe('deviceSeen', (sighting) => seen.push(sighting));
  onTestFinished(async () => {
    end();
    ingest.free();
    ingest.release();
    await gateway.stop();
  });
  return { directory, ingest, gateway, port, seen };
}

const counts = async () => {
  const parts = (await platform.health.report()).parts.filter((part) => part.name === 'gateway.v5');
  return parts.at(-1)!.detail as Record<string, number>;
};

const answersOf = (logger: { answers: { control: number }[] }) =>
  logger.answers.map(({ control }) => control);
const unknownData = (frameType = 1) =>
  encodeData({
    times: { ...TIMES, frameType },
    sensorList: 0x7777,
    packet: 1,
    body: new Uint8Array(80).fill(7),
  });

test('hello, wifi info, heartbeat and report are answered with the time, in order', async () => {
  const { port, directory, seen } = await running();
  const logger = await fakeLogger(port, { mode: 'silent' });
  logger.hello();
  logger.send(V5_CONTROL.wifi, encodeWifiInfo({ times: TIMES, ssid: 'other-net', signal: 64 }));
  logger.send(V5_CONTROL.heartbeat, encodeHeartbeat());
  logger.send(V5_CONTROL.report, encodeReport(TIMES));
  await expect.poll(() => answersOf(logger)).toEqual([0x11, 0x13, 0x17, 0x18]);
  for (const { payload, serial, serverSequence } of logger.answers) {
    expect(parseServerAnswer(payload)).toEqual({
      now: Math.floor(platform.clock.now() / 1000) * 1000,
      period: 120,
    });
    expect([serial, serverSequence]).toEqual([logger.serial, 1]);
  }
  expect(directory.identities.get(String(logger.serial))).toMatchObject({
    kind: 'logger',
    firmware: 'LSW3_15_FFFF_1.0.9E',
    uploadIntervalSeconds: 300,
    attributes: { mac: '02:00:00:00:00:01', ssid: 'other-net', signal: '64', sensorList: '0xFFFF' },
  });
  const id = directory.bySn(String(logger.serial))!.id;
  expect(seen.at(-1)).toMatchObject({ deviceId: id, connection: 'v5', online: true, signal: 64 });
});

test('a logger that ends its connection is told to be offline', async () => {
  const { port, seen } = await running();
  const logger = await fakeLogger(port);
  logger.hello();
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  logger.socket.end();
  await expect.poll(() => seen.at(-1)?.online).toBe(false);
});

test('a logger that comes again replaces its connection and is not told to be offline', async () => {
  const { port, seen } = await running();
  const first = await fakeLogger(port, { mode: 'silent' });
  first.hello();
  await expect.poll(() => answersOf(first)).toEqual([0x11]);
  const second = await fakeLogger(port, { mode: 'silent' }, first.serial);
  const ended = new Promise((resolve) => first.socket.once('close', resolve));
  second.hello();
  await ended;
  await expect.poll(() => answersOf(second)).toEqual([0x11]);
  expect(seen.every(({ online }) => online)).toBe(true);
  expect(await counts()).toMatchObject({ replaced: 1, loggers: 1, connections: 1 });
});

test('data in an unknown layout is archived as it came and acknowledged', async () => {
  const { port, ingest } = await running();
  const logger = await fakeLogger(port, { mode: 'silent' });
  logger.send(V5_CONTROL.data, unknownData());
  await expect.poll(() => answersOf(logger)).toEqual([0x12]);
  expect(ingest.archived).toHaveLength(1);
  expect(ingest.archived[0]).toMatchObject({ sn: String(logger.serial) });
  expect(ingest.archived[0]!.bytes[4]).toBe(0x42);
});

test('a short data frame is malformed, kept, and acknowledged so that the logger goes on', async () => {
  const { port, ingest } = await running();
  const logger = await fakeLogger(port, { mode: 'silent' });
  logger.send(V5_CONTROL.data, new Uint8Array(5));
  logger.send(V5_CONTROL.hello, new Uint8Array(3));
  await expect.poll(() => answersOf(logger)).toEqual([0x12, 0x11]);
  expect(ingest.archived).toHaveLength(2);
  expect(await counts()).toMatchObject({ malformed: 2 });
});

const deye = profileById('deye-string')!;

/** Registers of a Deye string inverter that makes 5 kW. */
function deyeImage(): RegisterImage {
  const image = new RegisterImage();
  const values = {
    'ac.power': 5000,
    'energy.day': 12.3,
    'ac.frequency': 50,
    'pv1.voltage': 600,
    'pv1.current': 4,
  };
  encodePoints(deye, { values, texts: { serialNumber: '2100000007' } }, image);
  image.set(3, 0, 2);
  return image;
}

test('an unknown device behind a logger is recognised, and read once it is registered there', async () => {
  const { port, directory, ingest } = await running({ pollMs: 20 });
  const logger = await fakeLogger(port, { image: deyeImage() });
  logger.hello();
  await expect.poll(() => directory.named.has('2100000007')).toBe(true);
  expect(directory.named.get('2100000007')).toMatchObject({ profileId: 'deye-string', kind: 'inverter' });
  expect(directory.bySn('2100000007')).toBeUndefined();
  const device = await directory.discover('2100000007', {
    profileId: 'deye-string',
    parentSn: String(logger.serial),
  });
  platform.bus.publish('deviceChanged', { deviceId: device.id });
  await expect.poll(() => ingest.stored.filter(({ sn }) => sn === '2100000007').length).toBeGreaterThan(1);
  const { reading } = ingest.stored.find(({ sn }) => sn === '2100000007')!;
  expect(reading.time).toBe(platform.clock.now());
  expect(reading.values).toMatchObject({ 'ac.power': 5000, 'energy.day': 12.3, 'pv1.voltage': 600 });
});

test('a device that somebody registered with its profile behind the logger is read at once', async () => {
  const { port, directory, ingest } = await running();
  const logger = await fakeLogger(port, { image: deyeImage() });
  await directory.discover(String(logger.serial), { kind: 'logger' });
  await directory.discover('INV-7', { profileId: 'deye-string', parentSn: String(logger.serial) });
  logger.send(V5_CONTROL.heartbeat, encodeHeartbeat());
  await expect.poll(() => ingest.stored.map(({ sn }) => sn)).toContain('INV-7');
  expect(logger.asked.every(({ fn, count }) => fn === 3 && count <= deye.modbus.maxRegs)).toBe(true);
});

test('an inverter that sleeps is counted, left alone for a while, and its logger stays online', async () => {
  const { port, directory, ingest, seen } = await running({ pollMs: 20 });
  const logger = await fakeLogger(port, { mode: 'asleep' });
  await directory.discover(String(logger.serial), { kind: 'logger' });
  await directory.discover('INV-8', { profileId: 'deye-string', parentSn: String(logger.serial) });
  logger.hello();
  await expect.poll(async () => (await counts()).pollAsleep).toBe(1);
  await expect.poll(() => answersOf(logger)).toEqual([0x11]);
  expect(ingest.stored.filter(({ sn }) => sn === 'INV-8')).toEqual([]);
  expect(seen.every(({ online }) => online)).toBe(true);
});

test('a device bound while its logger is connected is read without a new connection', async () => {
  const { port, directory, ingest } = await running({ pollMs: 20 });
  const behind: FakeDevice = {};
  const logger = await fakeLogger(port, behind);
  logger.hello();
  await expect.poll(() => logger.asked.length).toBeGreaterThan(0);
  behind.image = deyeImage();
  const device = await directory.discover('INV-9', {
    profileId: 'deye-string',
    parentSn: String(logger.serial),
  });
  platform.bus.publish('deviceChanged', { deviceId: device.id });
  await expect.poll(() => ingest.stored.map(({ sn }) => sn)).toContain('INV-9');
});

test('registers a device refuses are not asked for again, the others are stored', async () => {
  const { port, directory, ingest } = await running({ pollMs: 20 });
  const image = new RegisterImage();
  for (let addr = 59; addr < 120; addr += 1) image.set(3, addr, 1);
  const logger = await fakeLogger(port, { image });
  await directory.discover(String(logger.serial), { kind: 'logger' });
  await directory.discover('INV-10', { profileId: 'deye-string', parentSn: String(logger.serial) });
  logger.hello();
  const mine = () => ingest.stored.filter(({ sn }) => sn === 'INV-10');
  await expect.poll(() => mine().length).toBeGreaterThan(2);
  expect(logger.asked.filter(({ addr }) => addr < 59)).toHaveLength(1);
  expect(await counts()).toMatchObject({ pollRefused: 1 });
});

test('an answer that comes too late is counted and belongs to nobody', async () => {
  const { port, directory } = await running({ answerMs: 20 });
  const logger = await fakeLogger(port, { mode: 'silent' });
  await directory.discover(String(logger.serial), { kind: 'logger' });
  await directory.discover('INV-11', { profileId: 'deye-string', parentSn: String(logger.serial) });
  logger.hello();
  await expect.poll(async () => (await counts()).pollTimeout).toBeGreaterThan(0);
  logger.send(V5_CONTROL.commandAnswer, encodeCommandAnswer({ times: TIMES, rtu: new Uint8Array(8) }));
  await expect.poll(async () => (await counts()).lateAnswer).toBe(1);
});

test('an unheard of control code, serial 0 and the serial of another logger are refused and counted', async () => {
  const { port } = await running();
  const logger = await fakeLogger(port, { mode: 'silent' });
  logger.send(0x66, new Uint8Array(4));
  const other = await fakeLogger(port, { mode: 'silent' }, 0);
  other.send(V5_CONTROL.heartbeat, encodeHeartbeat());
  logger.send(V5_CONTROL.heartbeat, encodeHeartbeat());
  await expect.poll(() => answersOf(logger)).toEqual([0x17]);
  await expect.poll(async () => (await counts()).otherSerial).toBe(1);
  expect(await counts()).toMatchObject({ unexpectedControl: 1 });
  expect(other.answers).toEqual([]);
});

test('while the store has no room nothing is taken in, and all of it once there is', async () => {
  const { port, ingest } = await running({ window: 4 });
  ingest.full();
  const logger = await fakeLogger(port, { mode: 'silent' });
  for (let index = 0; index < 20; index += 1) logger.send(V5_CONTROL.data, unknownData());
  await vi.waitFor(async () => expect((await counts()).frames).toBeGreaterThan(0));
  expect(ingest.archived).toEqual([]);
  ingest.free();
  await expect.poll(() => logger.answers.length).toBe(20);
  expect(ingest.archived).toHaveLength(20);
});

test.each([
  ['bytes that are no frame', (logger: FakeLogger) => logger.sendBytes(new Uint8Array([0x41]))],
  [
    'answers that nobody asked for, and never says who it is',
    (logger: FakeLogger) => logger.send(V5_CONTROL.commandAnswer, new Uint8Array(16)),
  ],
])(
  'a connection that trickles %s is closed as a silent one is',
  async (_, send) => {
    // Longer than bytes rest on a busy machine.
    const { port } = await running({ helloMs: 500 });
    const logger = await fakeLogger(port);
    const closed = new Promise((resolve) => logger.socket.once('close', resolve));
    const trickle = setInterval(() => send(logger), 20);
    onTestFinished(() => clearInterval(trickle));
    await closed;
    await expect.poll(counts).toMatchObject({ idleClosed: 1, connections: 0 });
  },
  10_000,
);

test('connections that say nothing, or nothing but garbage, are closed', async () => {
  const { port } = await running({ helloMs: 30 });
  const silent = await fakeLogger(port);
  const noisy = await fakeLogger(port);
  noisy.sendBytes(new Uint8Array(70_000).fill(0x41));
  await Promise.all(
    [silent, noisy].map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))),
  );
  await expect.poll(counts).toMatchObject({ garbageClosed: 1, idleClosed: 1, connections: 0 });
});
