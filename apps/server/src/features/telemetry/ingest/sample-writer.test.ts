import { expect, test, vi } from 'vitest';
import { AppError, ShareFullError } from '../../../platform/errors.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';
import { BYTES_PER_SAMPLE, createSampleColumns } from '../../../platform/sample-columns.ts';
import { createSampleWriter, type WriterParts } from './sample-writer.ts';

/** A store whose inserts end when the test says so. */
function slowStore() {
  const inserts: { rows: number; values: number[]; settle: PromiseWithResolvers<void> }[] = [];
  const store = (block: SampleBlock) => {
    const settle = Promise.withResolvers<void>();
    const shown = Math.min(block.length, 3);
    inserts.push({ rows: block.length, values: [...block.values.subarray(0, shown)], settle });
    return settle.promise;
  };
  return { inserts, store };
}

function writerOn(store: WriterParts['store'], parts: Partial<WriterParts> = {}) {
  const stored: number[] = [];
  const failures: unknown[] = [];
  const writer = createSampleWriter({
    store,
    stored: (block) => stored.push(block.length),
    failed: (error) => failures.push(error),
    memoryBytes: 1e9,
    now: () => 5000,
    ...parts,
  });
  return { writer, stored, failures };
}

function blockOf(rows: number): SampleBlock {
  const columns = createSampleColumns(rows);
  for (let row = 0; row < rows; row += 1) columns.add(1, 1, row, row);
  return columns;
}

const settled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'done',
      () => 'failed',
    ),
    new Promise((resolve) => setImmediate(resolve, 'waiting')),
  ]);

test('a few samples are one insert, and nobody is told before it is done', async () => {
  const { inserts, store } = slowStore();
  const { writer, stored } = writerOn(store);
  const first = writer.open();
  first.add(7, 1, 1000, 1.5);
  const second = writer.open();
  second.add(7, 1, 2000, 2.5);
  const durable = second.commit();
  await vi.waitUntil(() => inserts.length === 1);
  expect(inserts[0]!.values).toEqual([1.5, 2.5]);
  expect(await settled(durable)).toBe('waiting');
  expect(stored).toEqual([]);
  inserts[0]!.settle.resolve();
  await durable;
  expect(stored).toEqual([2]);
  expect(writer.state()).toMatchObject({ storedSamples: 2, storedBlocks: 1, waitingBytes: 0, inFlight: 0 });
});

test('at most two inserts run; what comes meanwhile shares the next one', async () => {
  const { inserts, store } = slowStore();
  const { writer } = writerOn(store);
  const big = [1, 2, 3, 4].map(() => writer.submit(blockOf(140_000)));
  expect(inserts).toHaveLength(2);
  const open = writer.open();
  open.add(1, 1, 1, 42);
  const last = open.commit();
  inserts[0]!.settle.resolve();
  await big[0];
  await vi.waitUntil(() => inserts.length === 3);
  for (const index of [1, 2, 3, 4]) {
    await vi.waitUntil(() => inserts.length > index);
    inserts[index]!.settle.resolve();
  }
  await Promise.all([...big, last]);
  expect(inserts.map(({ rows }) => rows)).toEqual([140_000, 140_000, 140_000, 140_000, 1]);
});

test('a full block is written at once, without waiting for company', async () => {
  const { inserts, store } = slowStore();
  const { writer } = writerOn(store);
  const block = writer.open();
  for (let row = 0; row < 140_000; row += 1) block.add(1, 1, row, row);
  const durable = block.commit();
  writer.open();
  expect(inserts.map(({ rows }) => rows)).toEqual([140_000]);
  inserts[0]!.settle.resolve();
  await durable;
});

test('a block whose senders all wait for it is not held for company', async () => {
  const { inserts, store } = slowStore();
  const { writer } = writerOn(store, { lingerMs: 3_600_000 });
  const some = writer.submit(blockOf(5000));
  await vi.waitUntil(() => inserts.length === 1);
  const behind = writer.submit(blockOf(5000));
  inserts[0]!.settle.resolve();
  await some;
  await vi.waitUntil(() => inserts.length === 2);
  inserts[1]!.settle.resolve();
  await behind;
  expect(inserts.map(({ rows }) => rows)).toEqual([5000, 5000]);
});

test('what comes into a block that was opened in vain is stored as soon as any other', async () => {
  const { inserts, store } = slowStore();
  const { writer } = writerOn(store, { lingerMs: 0 });
  writer.open();
  // The block falls due before this timer, which was set later.
  await new Promise((resolve) => setTimeout(resolve, 1));
  const some = writer.submit(blockOf(1));
  await vi.waitUntil(() => inserts.length === 1);
  inserts[0]!.settle.resolve();
  await some;
});

test('a small block of its own joins the open one', async () => {
  const { inserts, store } = slowStore();
  const { writer } = writerOn(store);
  const open = writer.open();
  open.add(1, 1, 1, 10);
  const opened = open.commit();
  const submitted = writer.submit(blockOf(2));
  await vi.waitUntil(() => inserts.length === 1);
  expect(inserts[0]!.values).toEqual([10, 0, 1]);
  inserts[0]!.settle.resolve();
  await Promise.all([opened, submitted]);
  await writer.submit(blockOf(0));
});

test('a block that was withdrawn before its turn is not stored, also where the store was away until then', async () => {
  const { inserts, store } = slowStore();
  const { writer, stored } = writerOn(store);
  const ahead = [writer.submit(blockOf(140_000)), writer.submit(blockOf(140_000))];
  await vi.waitUntil(() => inserts.length === 2);
  const waiting = new AbortController();
  const behind = writer.submit(blockOf(5), waiting.signal);
  waiting.abort(new Error('not yours any more'));
  for (const { settle } of inserts) settle.resolve();
  await Promise.all(ahead);
  await expect(behind).rejects.toThrow('not yours any more');

  const failing = new AbortController();
  const tried = writer.submit(blockOf(7), failing.signal);
  await vi.waitUntil(() => inserts.length === 3);
  failing.abort(new Error('nor this one'));
  inserts[2]!.settle.reject(new Error('away'));
  await expect(tried).rejects.toThrow('nor this one');
  await writer.submit(blockOf(0));
  expect(stored).toEqual([140_000, 140_000]);
  expect(inserts).toHaveLength(3);
});

test('memory is bounded: no room until enough of it is durable', async () => {
  const { inserts, store } = slowStore();
  const { writer } = writerOn(store, { memoryBytes: 250_000 * BYTES_PER_SAMPLE });
  expect(writer.room()).toBeUndefined();
  const writes = [writer.submit(blockOf(150_000)), writer.submit(blockOf(150_000))];
  const room = writer.room();
  expect(room).toBeDefined();
  expect(await settled(room!)).toBe('waiting');
  inserts[0]!.settle.resolve();
  await writes[0];
  await room;
  expect(writer.room()).toBeUndefined();
  inserts[1]!.settle.resolve();
  await writes[1];
});

test('a failing store is tried again with the same samples until it works', async () => {
  let broken = true;
  const attempts: number[] = [];
  const { writer, failures, stored } = writerOn(async (block) => {
    attempts.push(block.values[0]!);
    if (broken) throw new AppError('storeUnavailable', { store: 'ClickHouse', reason: 'No space left' });
  });
  const block = writer.open();
  block.add(1, 1, 1, 77);
  const durable = block.commit();
  await vi.waitUntil(() => attempts.length >= 2);
  expect(writer.state()).toMatchObject({ failure: 'No space left', failingSince: 5000 });
  expect(await settled(durable)).toBe('waiting');
  broken = false;
  await durable;
  expect(new Set(attempts)).toEqual(new Set([77]));
  expect(failures.length).toBe(attempts.length - 1);
  expect(writer.state().failure).toBeUndefined();
  expect(stored).toEqual([1]);
});

test('stopping writes what is open; what the store refuses then is refused to the sender', async () => {
  const good = writerOn(() => Promise.resolve());
  good.writer.open().add(1, 1, 1, 1);
  await good.writer.stop();
  expect(good.stored).toEqual([1]);

  const bad = writerOn(() => Promise.reject(new Error('gone')));
  const block = bad.writer.open();
  block.add(1, 1, 1, 1);
  const refusal = block.commit().then(
    () => undefined,
    (error: unknown) => error,
  );
  await bad.writer.stop();
  expect(await refusal).toMatchObject({ key: 'storeUnavailable', values: { reason: 'gone' } });
});

const NOW = Date.UTC(2026, 10, 23);
const YEARS_AGO = Date.UTC(2004, 0, 15);

/** A block of a month each, from long ago on. */
function months(count: number, device = 1): SampleBlock {
  const columns = createSampleColumns(count);
  for (let month = 0; month < count; month += 1) columns.add(device, 1, Date.UTC(2004, month, 15), month);
  return columns;
}

test('a message with old samples leaves the block that others fill, and nobody else waits for it', async () => {
  const { inserts, store } = slowStore();
  const { writer } = writerOn(store, { now: () => NOW });
  const before = writer.open();
  before.add(1, 1, NOW, 10);
  const recent = before.commit();
  const block = writer.open();
  for (const [row, time] of [NOW, YEARS_AGO, NOW].entries()) block.add(2, 1, time, 20 + row);
  const old = block.commit();
  const after = writer.open();
  after.add(3, 1, Date.UTC(2026, 9, 1), 30);
  const late = after.commit();
  await vi.waitUntil(() => inserts.length === 2);
  expect(inserts.map(({ values }) => values)).toEqual([
    [10, 30],
    [20, 21, 22],
  ]);
  inserts[0]!.settle.resolve();
  await Promise.all([recent, late]);
  expect(await settled(old)).toBe('waiting');
  inserts[1]!.settle.resolve();
  await old;
});

test('blocks of many months rest between each other, and blocks of the present do not', async () => {
  const { inserts, store } = slowStore();
  const { writer } = writerOn(store, { now: () => NOW });
  const first = writer.submit(months(700));
  await vi.waitUntil(() => inserts.length === 1);
  inserts[0]!.settle.resolve();
  await first;
  const second = writer.submit(months(1));
  const recent = writer.open();
  recent.add(1, 1, NOW, 42);
  const durable = recent.commit();
  await vi.waitUntil(() => inserts.length === 2);
  expect(inserts[1]!.values).toEqual([42]);
  inserts[1]!.settle.resolve();
  await durable;
  expect(await settled(second)).toBe('waiting');
  // The end of the server does not wait for the rest.
  const stopped = writer.stop();
  await vi.waitUntil(() => inserts.length === 3);
  inserts[2]!.settle.resolve();
  await Promise.all([second, stopped]);
});

test('old messages count for what they take in memory, and for something however small they are', async () => {
  // A quarter is for old ones, and an eighth of that for one sender.
  const memoryBytes = 4 * 307_200;
  const open = () => writerOn(slowStore().store, { now: () => NOW, memoryBytes }).writer;
  const [small, large] = [open(), open()];
  const send = (writer: typeof small, messageBytes?: number) => {
    const block = writer.open();
    block.add(1, 1, YEARS_AGO, 1);
    const stored = block.commit(messageBytes);
    stored.catch(() => undefined);
    return stored;
  };
  void send(large, 30_000);
  expect(await settled(send(large, 8000))).toBe('waiting');
  await expect(send(large, 2000)).rejects.toBeInstanceOf(ShareFullError);
  for (let count = 0; count < 384; count += 1) void send(small);
  await expect(send(small)).rejects.toBeInstanceOf(ShareFullError);
});

test('whoever fills the room of old samples keeps nobody else out', async () => {
  const { inserts, store } = slowStore();
  const { writer } = writerOn(store, {
    now: () => NOW,
    memoryBytes: 4 * 1000 * BYTES_PER_SAMPLE,
    senderOf: (device) => `organisation ${device}`,
  });
  const send = (device: number, count: number) => {
    const block = writer.open();
    const { devices, points, times, values, length } = months(count, device);
    for (let row = 0; row < length; row += 1)
      block.add(devices[row]!, points[row]!, times[row]!, values[row]!);
    return block.commit();
  };
  const flood = send(1, 1900);
  await expect(send(1, 1)).rejects.toMatchObject({ key: 'storeUnavailable' });
  const other = send(2, 10);
  await vi.waitUntil(() => inserts.length === 1);
  inserts[0]!.settle.resolve();
  await Promise.all([flood, other]);
  expect(writer.state().waitingBytes).toBe(0);
});
