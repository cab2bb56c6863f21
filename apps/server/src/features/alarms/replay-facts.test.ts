import { afterAll, expect, test } from 'vitest';
import { openAlarms, openStoringAlarms } from '../../../test/alarms-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { createBus } from '../../platform/bus.ts';
import type { SampleBlock } from '../../platform/ingest.ts';
import type { RegisteredDevice } from '../fleet/index.ts';
import { openLatest } from '../telemetry/latest/latest-store.ts';

const platform = await testPlatform();
// The store forgets late marks by its own clock.
platform.clock.set(Date.now());
const kit = await openStoringAlarms(platform);
const { create, mintDevice, start, store, rowsOf } = kit;
afterAll(async () => {
  await kit.stop();
  await platform.stop();
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Newest values as a server that died left them: brought up when it began, and behind ever since. */
const openDyingLatest = () => openLatest({ ...platform, bus: createBus(() => undefined) });

/** A server that decides until the test is over. */
async function startAlarms() {
  await openDyingLatest();
  return start();
}

/** A server that decides over some work and hears nothing of what comes after it. */
async function writtenBy(work: () => Promise<void>): Promise<void> {
  await openDyingLatest();
  const alarms = create();
  await alarms.start();
  await work();
  await alarms.stop();
}

const timesOf = async (device: RegisteredDevice) =>
  (await rowsOf(device)).map((row) => [
    row.code,
    row.beganAt.getTime(),
    row.recoveredAt && row.recoveredAt.getTime(),
  ]);

test('what was stored while nobody decided is decided at the start: begun, ended, and both', async () => {
  const [begins, ends, both] = [await mintDevice(), await mintDevice(), await mintDevice()];
  const now = platform.clock.now();
  await writtenBy(async () => {
    for (const device of [begins, both]) await store(device, now, 0);
    await store(ends, now, 7);
  });
  await store(begins, now + SECOND, 5);
  await store(ends, now + SECOND, 0);
  await store(both, now + SECOND, 6);
  await store(both, now + 2 * SECOND, 0);
  const { told } = await startAlarms();
  expect(await timesOf(begins)).toEqual([['5', now + SECOND, null]]);
  expect(await timesOf(ends)).toEqual([['7', now, now + SECOND]]);
  expect(await timesOf(both)).toEqual([['6', now + SECOND, now + 2 * SECOND]]);
  const ofBoth = told.filter((alarm) => alarm.device?.id === both.id);
  expect(ofBoth).toMatchObject([{ code: '6', recoveredAt: now + 2 * SECOND }]);
});

test('starting again and again changes nothing', async () => {
  const device = await mintDevice();
  const now = platform.clock.now();
  await writtenBy(async () => {});
  for (const [step, code] of [3, 0, 3, 0, 3, 0, 4].entries()) await store(device, now + step * SECOND, code);
  await writtenBy(async () => {});
  const first = await rowsOf(device);
  expect(first.map(({ code, count }) => [code, count])).toEqual([
    ['3', 1],
    ['3', 2],
    ['4', 1],
  ]);
  await platform.db
    .updateTable('factPositions')
    .set({ storedUntil: new Date(now) })
    .execute();
  await writtenBy(async () => {});
  expect(await rowsOf(device)).toEqual(first);
});

test('a server that begins saves nothing of devices that another one decides over', async () => {
  const device = await mintDevice();
  const now = platform.clock.now();
  await writtenBy(() => store(device, now, 83));
  await store(device, now + SECOND, 84);
  await store(device, now + 2 * SECOND, 85);
  const elsewhere = openAlarms(platform, kit.storedUntil).create();
  await elsewhere.start();
  await elsewhere.stop();
  await startAlarms();
  expect(await timesOf(device)).toEqual([
    ['83', now, now + SECOND],
    ['84', now + SECOND, now + 2 * SECOND],
    ['85', now + 2 * SECOND, null],
  ]);
});

test('a fault that was told long before the last write ends with the time of its end', async () => {
  const device = await mintDevice();
  const now = platform.clock.now();
  await writtenBy(async () => {
    await store(device, now, 8);
  });
  platform.clock.advance(2 * HOUR);
  await store(device, now + 2 * HOUR, 0);
  await startAlarms();
  expect(await timesOf(device)).toEqual([['8', now, now + 2 * HOUR]]);
});

test('faults that are told while a server begins are decided in their order, before or after it reads them', async () => {
  const device = await mintDevice();
  const now = platform.clock.now();
  await writtenBy(() => store(device, now, 83));
  const blocks: SampleBlock[] = [];
  const hear = platform.bus.subscribe('stored', (block) => blocks.push(block));
  const reads = new Set<boolean>();
  const samples = {
    ...platform.samples,
    async columns(...query: Parameters<typeof platform.samples.columns>) {
      // The start reads the newest words and what was stored since its last write: this is told between the two.
      const kinds = reads.size;
      reads.add(query[0].includes('FROM latest'));
      if (kinds === 1 && reads.size === 2) {
        await store(device, now + SECOND, 84);
        await store(device, now + 2 * SECOND, 85);
        await openDyingLatest();
      }
      return platform.samples.columns(...query);
    },
  };
  const alarms = create({ samples });
  await alarms.start();
  hear();
  // As the hearing of a server does, which holds back what it hears until the start is over.
  for (const block of blocks) await platform.bus.publish('stored', block);
  await alarms.flush();
  expect(await timesOf(device)).toEqual([
    ['83', now, now + SECOND],
    ['84', now + SECOND, now + 2 * SECOND],
    ['85', now + 2 * SECOND, null],
  ]);
  await alarms.stop();
});

test('what is stored while a server stops is not behind its position', async () => {
  const now = platform.clock.now();
  let until = now;
  const alarms = create({ until: () => until });
  await openDyingLatest();
  await alarms.start();
  const stopped = alarms.stop();
  until = now + 5 * MINUTE;
  platform.clock.advance(5 * MINUTE);
  await stopped;
  const position = await platform.db.selectFrom('factPositions').selectAll().executeTakeFirstOrThrow();
  expect(position.storedUntil.getTime()).toBe(now);
});

test('late data that nobody decided over tells of the past', async () => {
  const device = await mintDevice();
  const now = platform.clock.now();
  await writtenBy(async () => {
    await store(device, now, 0);
  });
  await store(device, now - 3 * HOUR, 9);
  await store(device, now - 2 * HOUR, 0);
  await writtenBy(async () => {});
  expect(await timesOf(device)).toEqual([['9', now - 3 * HOUR, now - 2 * HOUR]]);
});

test('late data of which the server had not seen the end yet is read again', async () => {
  const device = await mintDevice();
  const now = platform.clock.now();
  const { alarms } = await startAlarms();
  await store(device, now, 0);
  await store(device, now - 3 * HOUR, 9);
  platform.clock.advance(30 * SECOND);
  await alarms.tick();
  // It dies here, half a minute after the late data came and before it counts as complete.
  const position = await platform.db.selectFrom('factPositions').selectAll().executeTakeFirstOrThrow();
  expect(position.storedUntil.getTime()).toBeLessThanOrEqual(now);
  expect(await timesOf(device)).toEqual([]);
});

test('an alarm that another server ended is not ended again, and one that stands there is not raised twice', async () => {
  const { alarms } = await startAlarms();
  const device = await mintDevice();
  const now = platform.clock.now();
  await store(device, now, 5);
  await alarms.flush();
  const ended = { recoveredAt: new Date(now + SECOND), change: 2 };
  await platform.db.updateTable('alarms').set(ended).where('deviceId', '=', device.id).execute();
  await store(device, now + 2 * SECOND, 0);
  await alarms.flush();
  expect(await rowsOf(device)).toMatchObject([ended]);
});

test('an alarm is not reopened over one that stands: the one that stands is the alarm', async () => {
  const { alarms } = await startAlarms();
  const device = await mintDevice();
  const now = platform.clock.now();
  for (const [step, code] of [5, 0, 5, 0].entries()) {
    await store(device, now + step * SECOND, code);
    await alarms.flush();
  }
  const standing = await platform.db
    .insertInto('alarms')
    .values({
      deviceId: device.id,
      stationId: device.stationId,
      type: 'deviceFault',
      code: '5',
      level: 'general',
      textKey: 'faults.platform.code',
      beganAt: new Date(now + 3500),
      lastSeenAt: new Date(now + 3500),
      recoveredAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await store(device, now + 4 * SECOND, 5);
  await alarms.flush();
  await alarms.flush();
  await store(device, now + 5 * SECOND, 0);
  await alarms.flush();
  const rows = await rowsOf(device);
  expect(rows).toHaveLength(3);
  expect(rows.find(({ id }) => id === standing.id)?.recoveredAt).toEqual(new Date(now + 5 * SECOND));
});

test('each change of an alarm has a number', async () => {
  const { alarms } = await startAlarms();
  const device = await mintDevice();
  const now = platform.clock.now();
  const numbers: number[] = [];
  for (const [step, code] of [5, 0, 5, 0, 5, 0].entries()) {
    await store(device, now + step * SECOND, code);
    await alarms.flush();
    numbers.push((await rowsOf(device)).at(-1)!.change);
  }
  expect(numbers).toEqual([1, 2, 1, 2, 3, 4]);
});
