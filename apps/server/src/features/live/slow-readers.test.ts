import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { LiveEvent } from '@sunfleet/contract';
import { testPlatform } from '../../../test/harness.ts';
import { stationLive } from '../../../test/station-live.ts';
import { createLive } from './create-live.ts';
import type { LiveFeed } from './live-feed.ts';
import type { StreamSink } from './open-stream.ts';

const KB = 1024;
const platform = await testPlatform();
let publish: (event: LiveEvent) => void = () => undefined;
const live = createLive(
  platform,
  (to): LiveFeed => {
    publish = (event) => to.event({ event, stationId: 1, deviceId: null });
    return { watch: () => () => undefined, stop: () => undefined };
  },
  {
    room: { each: 100 * KB, inAll: 400 * KB },
    usualQueue: KB,
    longestQueue: 50 * KB,
    heartbeatMs: 60_000,
    gatherMs: 0,
  },
);
afterAll(async () => {
  live.stop();
  await platform.stop();
});

/** A reader that takes so much of what waits at each step as it says. */
function open(person: string, reads: number) {
  let queue = 0;
  const reader = {
    closed: false,
    writes: 0,
    waiting: () => queue,
    read: () => (queue = Math.max(0, queue - reads)),
  };
  let closed = () => undefined as void;
  const sink: StreamSink = {
    write: (text) => {
      reader.writes += 1;
      queue += text.length;
    },
    waiting: () => queue,
    end: () => {
      reader.closed = true;
      queue = 0;
      closed();
    },
    onClose: (listener) => (closed = listener),
  };
  const subscription = {
    devices: new Set<number>(),
    stations: new Set<number>(),
    masked: false,
    wants: () => true,
    renew: async () => false,
  };
  live.open({
    person,
    subscription,
    sink,
    lastEventId: undefined,
    userId: null,
    actor: () => new Promise(() => {}),
  });
  return Object.assign(reader, { end: sink.end });
}

const event: LiveEvent = { type: 'station', station: stationLive(1) };

/** Events, each of some hundred bytes; answers the most that waited at a time. */
async function tell(times: number, readers: readonly ReturnType<typeof open>[]): Promise<number> {
  let most = 0;
  for (let n = 0; n < times; n += 1) {
    publish(event);
    await delay(2);
    most = Math.max(
      most,
      readers.reduce((sum, reader) => sum + reader.waiting(), 0),
    );
    for (const reader of readers) reader.read();
  }
  return most;
}

test('what is told in one moment goes out to many in one write each, whole and in order', async () => {
  const many = Array.from({ length: 200 }, (_, n) => open(`reader ${n}`, 100 * KB));
  const before = many.map(({ writes, waiting }) => [writes, waiting()] as const);
  publish(event);
  publish(event);
  await expect.poll(() => many.every(({ writes }, n) => writes === before[n]![0] + 1)).toBe(true);
  const sizes = new Set(many.map(({ waiting }, n) => waiting() - before[n]![1]));
  expect(sizes.size).toBe(1);
  expect([...sizes][0]).toBeGreaterThan(2 * 100);
  for (const { end } of many) end();
});

test('what thousands of readers let wait that read nothing is bounded, for one person and for all, and who reads goes on', async () => {
  const honest = [open('honest', 100 * KB), open('slow', KB)];
  const ofOne = Array.from({ length: 50 }, () => open('one', 0));
  expect(await tell(200, [...ofOne, ...honest])).toBeLessThan(200 * KB);
  const ofMany = Array.from({ length: 2000 }, (_, n) => open(`person ${n}`, 0));
  // Each lets a usual queue wait besides.
  expect(await tell(200, [...ofMany, ...honest])).toBeLessThan(400 * KB + 2000 * 3 * KB);
  expect(ofOne.filter(({ closed }) => !closed).length).toBeLessThan(50);
  expect(honest.map(({ closed }) => closed)).toEqual([false, false]);
  expect(await tell(1, honest)).toBeGreaterThan(100);
});
