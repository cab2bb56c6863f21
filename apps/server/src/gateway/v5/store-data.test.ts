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
  return { directory, ingest, logger };
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
  const { logger, ingest, directory } = await running();
  const sn = mintSn();
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
  const { logger, ingest } = await running();
  ingest.mode = 'hold';
  push(logger, mintSn(), timesAt(now));
  await expect.poll(async () => (await counts()).data).toBe(1);
  expect(logger.answers).toEqual([]);
  ingest.release();
  await expect.poll(() => logger.answers.length).toBe(1);
  expect(ingest.stored).toHaveLength(1);
});

test('a store that fails leaves the logger without answer, and takes the frame when it comes again', async () => {
  const { logger, ingest } = await running();
  const sn = mintSn();
  ingest.mode = 'fail';
  push(logger, sn, timesAt(now));
  await expect.poll(async () => (await counts()).notStored).toBe(1);
  expect(logger.answers).toEqual([]);
  ingest.mode = 'store';
  push(logger, sn, timesAt(now));
  await expect.poll(() => logger.answers.length).toBe(1);
});

test('buffered data is stored at its own time', async () => {
  const { logger, ingest } = await running();
  const time = now - 7 * 86_400_000;
  push(logger, mintSn(), timesAt(time, 0x81));
  await expect.poll(() => ingest.stored.map(({ reading }) => reading.time)).toEqual([time]);
  expect(await counts()).toMatchObject({ buffered: 1 });
});

test('a logger that does not know the time yet is taken at the time its frame came', async () => {
  const { logger, ingest } = await running();
  push(logger, mintSn(), { ...TIMES, frameType: 1 });
  await expect.poll(() => ingest.stored.map(({ reading }) => reading.time)).toEqual([now]);
});

test('buffered data without a time is kept raw, for it was not measured now', async () => {
  const { logger, ingest } = await running();
  push(logger, mintSn(), { ...TIMES, frameType: 0x81 });
  await expect.poll(() => logger.answers.length).toBe(1);
  expect(ingest.stored).toEqual([]);
  expect(ingest.archived).toHaveLength(1);
});

test('live data of a wrong clock is taken now, buffered data of a wrong clock is kept raw; both are acknowledged', async () => {
  const { logger, ingest } = await running();
  push(logger, mintSn(), timesAt(now + 30 * 86_400_000));
  push(logger, mintSn(), timesAt(now + 30 * 86_400_000, 0x81));
  await expect.poll(() => logger.answers.length).toBe(2);
  expect(ingest.stored.map(({ reading }) => reading.time)).toEqual([now]);
  expect(ingest.archived).toHaveLength(1);
  expect(await counts()).toMatchObject({ timeRefused: 2, pushed: 1 });
});

test('a device that pushes is not read by Modbus as well, its neighbour on the same logger is', async () => {
  const { logger, directory } = await running({ options: { pollMs: 20, answerMs: 20 } });
  const pushing = PUSH_LAYOUTS.find(({ id }) => id === 'sofar-g3')!;
  const neighbour = profileById('deye-string')!;
  push(logger, mintSn(), timesAt(now), pushing);
  await expect.poll(() => logger.answers.length).toBe(1);
  const device = await directory.discover(mintSn(), {
    profileId: neighbour.id,
    parentSn: String(logger.serial),
  });
  platform.bus.publish('deviceChanged', { deviceId: device.id });
  await expect.poll(() => logger.asked.length, { timeout: 5000 }).toBeGreaterThan(1);
  const own = planReads(neighbour, { groups: ['fast', 'slow', 'once'] });
  for (const request of logger.asked) expect(own).toContainEqual(request);
});

test('a logger that names ever more devices is not believed', async () => {
  const { logger, ingest } = await running();
  for (let index = 0; index < 105; index += 1) push(logger, mintSn(), timesAt(now));
  await expect.poll(() => logger.answers.length, { timeout: 10_000 }).toBe(105);
  expect(ingest.stored).toHaveLength(100);
  expect(await counts()).toMatchObject({ unknownRefused: 5 });
});

test('a logger does not speak for a device of another organisation', async () => {
  const { logger, ingest, directory } = await running();
  const sn = mintSn();
  const device = await directory.discover(sn, {});
  directory.add({ ...device, organisationCode: 'OTHERS' });
  push(logger, sn, timesAt(now));
  await expect.poll(() => logger.answers.length).toBe(1);
  expect(ingest.stored).toEqual([]);
  expect(ingest.archived).toHaveLength(1);
  expect(await counts()).toMatchObject({ foreignDevice: 1 });
  directory.add({ ...directory.bySn(String(logger.serial))!, organisationCode: 'OTHERS' });
  push(logger, sn, timesAt(now));
  await expect.poll(() => ingest.stored.length).toBe(1);
});

test('an installation that refuses unknown devices sends their loggers away and keeps what known ones bring raw', async () => {
  const { logger } = await running({ refuses: () => true });
  const ended = new Promise((resolve) => logger.socket.once('close', resolve));
  push(logger, mintSn(), timesAt(now));
  await ended;
  expect(await counts()).toMatchObject({ unknownRefused: 1 });
  const second = await running({ refuses: (sn) => sn.startsWith('PUSH') });
  push(second.logger, mintSn(), timesAt(now));
  await expect.poll(() => second.logger.answers.length).toBe(1);
  expect(second.ingest.archived).toHaveLength(1);
});
