import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { loopMessages } from '../../../test/loop-messages.ts';
import { knownDevice } from '../../../test/makers.ts';
import { createBus } from '../../platform/bus.ts';
import { createSampleColumns } from '../../platform/sample-columns.ts';
import type { Topics } from '../../platform/topics.ts';
import { hearFacts, type FactGap } from './fact-hearing.ts';
import { factPoints } from './fact-points.ts';
import { openFactSource } from './fact-source.ts';
import { BEAT_SUBJECT, rowsSubject, sightingsSubject } from './subjects.ts';

const platform = await testPlatform();
platform.clock.set(Date.now());
afterAll(() => platform.stop());

const PARTITION = 7;
const device = knownDevice({ id: PARTITION, sn: 'FACTS-1', stationId: null });
const newBus = () =>
  createBus<Topics>((topic, error) => {
    throw new Error(topic, { cause: error });
  });

/** A server that stores, one that decides over partition 7, and what lies between them. */
async function openPair() {
  const messages = loopMessages();
  const source = await openSource(messages);
  const heard: number[] = [];
  const seen: number[] = [];
  const gaps: FactGap[] = [];
  const bus = newBus();
  bus.subscribe('stored', ({ length, times }) => heard.push(...times.subarray(0, length)));
  bus.subscribe('deviceSeen', ({ deviceId }) => seen.push(deviceId));
  const hearing = await hearFacts(platform, {
    partitions: new Set([PARTITION]),
    messages,
    bus,
    gap: (gap) => gaps.push(gap),
    firstWordMs: 100,
  });
  onTestFinished(() => hearing.stop());
  return { messages, ...source, hearing, heard, seen, gaps };
}

async function openSource(messages: ReturnType<typeof loopMessages>) {
  const bus = newBus();
  let storedUntil = platform.clock.now();
  const source = await openFactSource(
    { ...platform, bus },
    {
      fleet: {
        device: (id) => (id === device.id ? { ...device, parentId: null, interval: null } : undefined),
        ensure: async () => undefined,
      },
      points: factPoints([1]),
      storedUntil: () => storedUntil,
      messages,
    },
  );
  const end = source.stop.bind(source);
  onTestFinished(end);
  return {
    source,
    bus,
    store(time: number) {
      const block = createSampleColumns();
      block.add(device.id, 1, time, 5);
      void bus.publish('stored', block);
      storedUntil += 10;
    },
  };
}

test('what is stored is handed over in its order once it may be, and positions follow', async () => {
  const { hearing, heard, gaps, store } = await openPair();
  store(100);
  store(200);
  expect(heard).toEqual([]);
  hearing.release();
  store(300);
  expect(heard).toEqual([100, 200, 300]);
  platform.clock.advance(60_000);
  const before = hearing.storedUntil();
  await vi.waitUntil(() => hearing.storedUntil() > before);
  expect(hearing.storedUntil()).toBe(before + 30);
  expect(gaps).toEqual([]);
});

test('a device that is connected is told again to one that begins to decide', async () => {
  const messages = loopMessages();
  const { bus } = await openSource(messages);
  void bus.publish('deviceSeen', { deviceId: device.id, at: 1, connection: 'mqtt', online: true });
  const seen: number[] = [];
  const to = newBus();
  to.subscribe('deviceSeen', ({ deviceId }) => seen.push(deviceId));
  const hearing = await hearFacts(platform, {
    partitions: new Set([PARTITION]),
    messages,
    bus: to,
    gap: () => undefined,
    firstWordMs: 100,
  });
  onTestFinished(() => hearing.stop());
  hearing.release();
  await vi.waitFor(() => expect(seen).toContain(device.id));
});

test('however many devices of one station are seen at the same moment, all of them are told', async () => {
  const { messages, bus, hearing, seen } = await openPair();
  hearing.release();
  const largest = { bytes: 0 };
  messages.hear<unknown>(sightingsSubject(PARTITION), (message) => {
    largest.bytes = Math.max(largest.bytes, JSON.stringify(message).length);
  });
  for (let n = 0; n < 15_000; n += 1)
    void bus.publish('deviceSeen', {
      deviceId: device.id,
      at: Date.now(),
      connection: 'influx',
      online: true,
    });
  await vi.waitFor(() => expect(seen).toHaveLength(15_000));
  expect(largest.bytes).toBeLessThan(1024 * 1024);
});

test('samples that were not heard of are a gap, and positions stay before them', async () => {
  const { hearing, gaps, messages, store } = await openPair();
  hearing.release();
  store(100);
  const before = hearing.storedUntil();
  messages.cut(true);
  store(200);
  messages.cut(false);
  await vi.waitFor(() => expect(gaps).toHaveLength(1));
  expect(hearing.storedUntil()).toBeLessThanOrEqual(before + 10);
});

test('what follows on samples that were not heard of is not handed over before them', async () => {
  const { hearing, heard, gaps, messages, store } = await openPair();
  hearing.release();
  store(100);
  messages.cut(true);
  store(200);
  messages.cut(false);
  const before = hearing.storedUntil();
  store(300);
  store(400);
  await vi.waitFor(() => expect(gaps).toHaveLength(1));
  expect(heard).toEqual([100]);
  platform.clock.advance(60_000);
  const beats = vi.fn<() => void>();
  onTestFinished(messages.hear(BEAT_SUBJECT, beats));
  await vi.waitFor(() => expect(beats).toHaveBeenCalled());
  expect(hearing.storedUntil()).toBeLessThanOrEqual(before);
});

test('a source that is gone without a last word is a gap; one that stops in order is none', async () => {
  const { hearing, gaps, messages, source, store } = await openPair();
  hearing.release();
  store(100);
  await source.stop();
  expect(gaps).toEqual([]);
  const { store: storeMore } = await openSource(messages);
  storeMore(300);
  messages.cut(true);
  await platform.db
    .updateTable('factSources')
    .set({ aliveUntil: new Date(0) })
    .execute();
  await vi.waitFor(() => expect(gaps).toMatchObject([{ reason: expect.stringContaining('gone') }]), {
    timeout: 8000,
  });
});

test('a source that comes in the middle is heard from its beginning, or what it stored is read again', async () => {
  const { hearing, heard, gaps, messages } = await openPair();
  hearing.release();
  const { store } = await openSource(messages);
  store(100);
  expect([heard, gaps]).toEqual([[100], []]);
  messages.cut(true);
  const since = platform.clock.now();
  const { store: storeUnheard } = await openSource(messages);
  storeUnheard(200);
  messages.cut(false);
  await vi.waitFor(() => expect(gaps).toHaveLength(1));
  expect(gaps[0]!.unheardSince).toBeGreaterThanOrEqual(since - 1);
  expect(gaps[0]!.unheardSince).toBeLessThanOrEqual(platform.clock.now());
});

test('words of a newer version are a gap', async () => {
  const { gaps, messages } = await openPair();
  expect(() => messages.sendBytes(rowsSubject(PARTITION), new Uint8Array([9, 9, 9]))).toThrow(
    'does not know',
  );
  expect(gaps).toMatchObject([{ reason: expect.stringContaining('version') }]);
});
