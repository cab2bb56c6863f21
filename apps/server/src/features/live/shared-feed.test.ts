import type { LiveEvent } from '@sunfleet/contract';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { loopMessages } from '../../../test/loop-messages.ts';
import type { FedEvent, FeedTo } from './live-feed.ts';
import { feedOfOthers, shareFeed } from './shared-feed.ts';
import { WatchedDevices } from './watched-devices.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const MEGABYTE = 1024 * 1024;

/** A server that tells its events, one that hears them, and messages between them that hold a megabyte, as those of NATS. */
function openPair() {
  const loop = loopMessages();
  const said: number[] = [];
  const messages = {
    ...loop,
    send: (subject: string, message: unknown) => {
      if (Buffer.byteLength(JSON.stringify(message)) > MEGABYTE) throw new Error('max_payload size exceeded');
      if (subject === 'live.watched') said.push((message as { devices: number[] }).devices.length);
      loop.send(subject, message);
    },
  };
  const { log } = platform;
  let to: FeedTo | undefined;
  const watched = new WatchedDevices();
  const endSharing = shareFeed(
    (heard) => {
      to = heard;
      return { watch: (devices) => watched.watch([...devices]), stop: () => undefined };
    },
    { messages, log },
  );
  const heard: FedEvent[] = [];
  const feed = feedOfOthers({ messages, log })({ event: (event) => heard.push(event), gap: () => undefined });
  onTestFinished(() => {
    endSharing();
    feed.stop();
  });
  return {
    tell: (event: LiveEvent, deviceId: number) => to!.event({ event, stationId: null, deviceId }),
    heard,
    watch: (devices: readonly number[]) => feed.watch(devices),
    watched,
    said,
  };
}

test('devices with very many points keep nobody else’s events from other servers', async () => {
  const { tell, heard } = openPair();
  const values = Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`custom.${'é'.repeat(50)}.${n}`, Math.PI * 1e-7 * n]),
  );
  for (let deviceId = 1; deviceId <= 300; deviceId += 1)
    tell({ type: 'points', deviceId, time: 1_780_000_000_000, values }, deviceId);
  tell({ type: 'points', deviceId: 1000, time: 1, values: { 'ac.power': 1 } }, 1000);
  await vi.waitFor(() => expect(heard).toHaveLength(301));
  expect(heard.at(-1)?.deviceId).toBe(1000);
});

test('many small events of a moment are few messages, in their order', async () => {
  const { tell, heard } = openPair();
  for (let deviceId = 0; deviceId < 1000; deviceId += 1)
    tell({ type: 'points', deviceId, time: 1, values: { 'ac.power': deviceId } }, deviceId);
  await vi.waitFor(() => expect(heard).toHaveLength(1000));
  expect(heard.map(({ deviceId }) => deviceId)).toEqual(Array.from({ length: 1000 }, (_, n) => n));
});

test('very many devices that people of a server watch keep nobody’s values from it', async () => {
  const { watch, watched, said } = openPair();
  watch([7]);
  const end = watch(Array.from({ length: 200_000 }, (_, n) => 1_000_000_000 + n));
  await vi.waitFor(() => expect(watched.size).toBe(200_001));
  const before = said.length;
  end();
  watch([8]);
  await vi.waitFor(() => expect(watched.has(8)).toBe(true));
  expect(watched.has(7)).toBe(true);
  // Who opens page after page does not have all that others watch told again each time.
  expect(said.slice(before)).toEqual([1]);
});
