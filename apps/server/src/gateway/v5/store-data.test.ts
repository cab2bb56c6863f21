import {
  decodePush,
  encodePush,
  planReads,
  profileById,
  PUSH_LAYOUTS,
  V5_CONTROL,
  type PushLayout,
  type V5Times,
} from '@sunfleet/device-model';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { createLog } from '../../platform/log.ts';
import { createV5Gateway } from './index.ts';
import type { V5Options } from './options.ts';
import { fakeLogger, testDirectory, testIngest, TIMES, type FakeLogger } from '../../../test/v5-logger.ts';

const platform = await testPlatform({ SUNFLEET_V5_PORT: '0' });
afterAll(() => platform.stop());

interface Wanted {
  refuses?: (sn: string) => boolean;
  options?: Partial<V5Options>;
}

async function running({ refuses, options = {} }: Wanted = {}) {
  const directory = testDirectory(platform, refuses);
  const ingest = testIngest(platform);
  const gateway = createV5Gateway(platform, { directory, ingest, options });
  const logger = await fakeLogger(await gateway.start(), {});
  onTestFinished(async () => {
    ingest.release();
    await gateway.stop();
  });
  const parentSn = String(logger.serial);
  await directory.discover(parentSn, { kind: 'logger' }).catch(() => undefined);
  /** SN of a device that somebody registered behind the logger. */
  const child = async () => (await directory.discover(mintSn(), { parentSn })).sn;
  return { directory, ingest, logger, child };
}

const counts = async () => {
  const parts = (await platform.health.report()).parts.filter((part) => part.name === 'gateway.v5');
  return parts.at(-1)!.detail as Record<string, number>;
};

let sns = 0;
const mintSn = () => `PUSH${(sns += 1)}`;
const layout = PUSH_LAYOUTS.find(({ fields }) => fields.some(({ key }) => key === 'ac.power'))!;
const now = platform.clock.now();
const timesAt = (time: number, frameType = 1): V5Times => ({
  frameType,
  totalSeconds: 1000,
  powerOnSeconds: 10,
  offsetSeconds: Math.floor(time / 1000) - 1000,
});

function push(logger: FakeLogger, sn: string, times: V5Times, of: PushLayout = layout) {
  logger.send(
    V5_CONTROL.data,
    encodePush({ layout: of, sn, values: { 'ac.power': 1230 }, times, packet: 1 }),
  );
}

test.for(PUSH_LAYOUTS)('a frame of layout $id is stored for the device it names', async (each) => {
  const { logger, ingest, directory, child } = await running();
  const sn = await child();
  push(logger, sn, timesAt(now - 60_000), each);
  await expect.poll(() => logger.answers.map(({ control }) => control)).toEqual([V5_CONTROL.dataAnswer]);
  const payload = encodePush({
    layout: each,
    sn,
    values: { 'ac.power': 1230 },
    times: timesAt(now),
    packet: 1,
  });
  const frame = { control: 0x42, serverSequence: 0, loggerSequence: 0, serial: 1, payload };
  expect(ingest.stored).toEqual([{ sn, reading: { time: now - 60_000, values: decodePush(frame)!.values } }]);
  expect(directory.identities.get(sn)).toMatchObject({ parentSn: String(logger.serial) });
  expect(ingest.archived).toEqual([]);
});

test('the logger is answered only after its samples are durable', async () => {
  const { logger, ingest, child } = await running();
  ingest.mode = 'hold';
  push(logger, await child(), timesAt(now));
  await expect.poll(async () => (await counts()).data).toBe(1);
  expect(logger.answers).toEqual([]);
  ingest.release();
  await expect.poll(() => logger.answers.length).toBe(1);
  expect(ingest.stored).toHaveLength(1);
});

test('a store that fails leaves the logger without answer, and takes the frame when it comes again', async () => {
  const { logger, ingest, child } = await running();
  const sn = await child();
  ingest.mode = 'fail';
  push(logger, sn, timesAt(now));
  await expect.poll(async () => (await counts()).notStored).toBe(1);
  expect(logger.answers).toEqual([]);
  ingest.mode = 'store';
  push(logger, sn, timesAt(now));
  await expect.poll(() => logger.answers.length).toBe(1);
});

test('at the quota of its organisation a logger keeps its connection, gets no answer, and nothing is archived instead', async () => {
  const { logger, ingest, child } = await running();
  const sn = await child();
  ingest.mode = 'quota';
  push(logger, sn, timesAt(now));
  await expect.poll(async () => (await counts()).notStored).toBe(1);
  expect([logger.answers, ingest.archived, ingest.stored]).toEqual([[], [], []]);
  ingest.mode = 'store';
  push(logger, sn, timesAt(now));
  await expect.poll(() => logger.answers.length).toBe(1);
  expect(ingest.stored).toHaveLength(1);
});

test('buffered data is stored at its own time', async () => {
  const { logger, ingest, child } = await running();
  const time = now - 7 * 86_400_000;
  push(logger, await child(), timesAt(time, 0x81));
  await expect.poll(() => ingest.stored.map(({ reading }) => reading.time)).toEqual([time]);
  expect(await counts()).toMatchObject({ buffered: 1 });
});

test('a logger that does not know the time yet is taken at the time its frame came', async () => {
  const { logger, ingest, child } = await running();
  push(logger, await child(), { ...TIMES, frameType: 1 });
  await expect.poll(() => ingest.stored.map(({ reading }) => reading.time)).toEqual([now]);
});

test('buffered data without a time is kept raw, for it was not measured now', async () => {
  const { logger, ingest, child } = await running();
  push(logger, await child(), { ...TIMES, frameType: 0x81 });
  await expect.poll(() => logger.answers.length).toBe(1);
  expect(ingest.stored).toEqual([]);
  expect(ingest.archived).toHaveLength(1);
});

test('live data of a wrong clock is taken now, buffered data of a wrong clock is kept raw; both are acknowledged', async () => {
  const { logger, ingest, child } = await running();
  push(logger, await child(), timesAt(now + 30 * 86_400_000));
  push(logger, await child(), timesAt(now + 30 * 86_400_000, 0x81));
  await expect.poll(() => logger.answers.length).toBe(2);
  expect(ingest.stored.map(({ reading }) => reading.time)).toEqual([now]);
  expect(ingest.archived).toHaveLength(1);
  expect(await counts()).toMatchObject({ timeRefused: 2, pushed: 1 });
});

test('a device that pushes is not read by Modbus as well, its neighbour on the same logger is', async () => {
  const { logger, directory, child } = await running({ options: { pollMs: 20, answerMs: 20 } });
  const pushing = PUSH_LAYOUTS.find(({ id }) => id === 'sofar-g3')!;
  const neighbour = profileById('deye-string')!;
  push(logger, await child(), timesAt(now), pushing);
  await expect.poll(() => logger.answers.length).toBe(1);
  const device = await directory.discover(mintSn(), {
    profileId: neighbour.id,
    parentSn: String(logger.serial),
  });
  platform.bus.publish('deviceChanged', { deviceId: device.id });
  await expect.poll(() => logger.asked.length).toBeGreaterThan(1);
  const own = planReads(neighbour, { groups: ['fast', 'slow', 'once'] });
  for (const request of logger.asked) expect(own).toContainEqual(request);
});

test('devices that a logger invents get no place, and what they send stays out of every figure', async () => {
  const { logger, ingest, directory } = await running({ options: { frameMs: 1 } });
  const sns = Array.from({ length: 105 }, mintSn);
  for (const sn of sns) push(logger, sn, timesAt(now));
  await expect.poll(() => logger.answers.length).toBe(105);
  expect(ingest.stored).toEqual([]);
  expect(ingest.archived).toHaveLength(105);
  expect([...directory.named.keys()]).toEqual(sns.slice(0, 100));
  expect(sns.map((sn) => directory.bySn(sn))).toEqual(sns.map(() => undefined));
  expect(await counts()).toMatchObject({ undecided: 100, unknownRefused: 5 });
});

test('a logger does not speak for a device that is not registered behind it', async () => {
  const { logger, ingest, directory } = await running();
  const sn = mintSn();
  await directory.discover(sn, {});
  push(logger, sn, timesAt(now));
  push(logger, sn, timesAt(now));
  await expect.poll(() => logger.answers.length).toBe(2);
  expect(ingest.stored).toEqual([]);
  expect(ingest.archived).toHaveLength(2);
  expect(await counts()).toMatchObject({ foreignDevice: 1, undecided: 1 });
});

test('of the devices of others that a logger names the log tells once, and how many', async () => {
  const lines: { msg: string }[] = [];
  const { log } = platform;
  onTestFinished(() => void (platform.log = log));
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) };
  platform.log = createLog('warn', { destination });
  const { logger, directory } = await running({ options: { frameMs: 1 } });
  const foreign = Array.from({ length: 20 }, mintSn);
  for (const sn of foreign) await directory.discover(sn, {});
  for (const sn of foreign) push(logger, sn, timesAt(now));
  await expect.poll(() => logger.answers.length).toBe(foreign.length);
  expect(await counts()).toMatchObject({ foreignDevice: foreign.length });
  expect(lines.filter(({ msg }) => msg.startsWith('logger speaks for'))).toMatchObject([{ count: 1 }]);
});

test('an installation that refuses unknown devices sends their loggers away', async () => {
  const { logger } = await running({ refuses: () => true });
  const ended = new Promise((resolve) => logger.socket.once('close', resolve));
  push(logger, mintSn(), timesAt(now));
  await ended;
  expect(await counts()).toMatchObject({ unknownRefused: 1 });
});

test.for([
  ['whose layout is known', 'sofar-g3'],
  ['that is recognised by what it answers', undefined],
] as const)('a device %s, that pushed and stopped, is read again by itself', async ([, profileId]) => {
  const { directory, logger } = await running({ options: { pollMs: 20, answerMs: 20 } });
  const pushing = PUSH_LAYOUTS.find(({ id }) => id === 'sofar-g3')!;
  const known = profileId ? { profileId: pushing.profileId! } : {};
  const { sn } = await directory.discover(mintSn(), { parentSn: String(logger.serial), ...known });
  push(logger, sn, timesAt(platform.clock.now()), pushing);
  await expect.poll(() => logger.answers.length).toBe(1);
  expect(logger.asked).toEqual([]);
  // Four of its intervals, as it told none: five minutes each.
  platform.clock.advance(4 * 300_000);
  const own = planReads(profileById(pushing.profileId!)!, { groups: ['fast', 'slow', 'once'] });
  await expect.poll(() => logger.asked.length).toBeGreaterThan(0);
  expect(own).toContainEqual(logger.asked[0]);
});
