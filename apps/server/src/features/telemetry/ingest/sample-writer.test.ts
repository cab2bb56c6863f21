import { expect, test, vi } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
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
  await vi.waitUntil(() => inserts.length === 1);
  expect(inserts[0]!.values).toEqual([1.5, 2.5]);
  expect(await settled(first.stored)).toBe('waiting');
  expect(stored).toEqual([]);
  inserts[0]!.settle.resolve();
  await Promise.all([first.stored, second.stored]);
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
  inserts[0]!.settle.resolve();
  await big[0];
  await vi.waitUntil(() => inserts.length === 3);
  for (const index of [1, 2, 3, 4]) {
    await vi.waitUntil(() => inserts.length > index);
    inserts[index]!.settle.resolve();
  }
  await Promise.all([...big, open.stored]);
  expect(inserts.map(({ rows }) => rows)).toEqual([140_000, 140_000, 140_000, 140_000, 1]);
});

test('a full block is written at once, without waiting for company', async () => {
  const { inserts, store } = slowStore();
  const { writer } = writerOn(store);
  const block = writer.open();
  for (let row = 0; row < 140_000; row += 1) block.add(1, 1, row, row);
  writer.open();
  expect(inserts.map(({ rows }) => rows)).toEqual([140_000]);
  inserts[0]!.settle.resolve();
  await block.stored;
});

test('a small block of its own joins the open one', async () => {
  const { inserts, store } = slowStore();
  const { writer } = writerOn(store);
  const open = writer.open();
  open.add(1, 1, 1, 10);
  const submitted = writer.submit(blockOf(2));
  await vi.waitUntil(() => inserts.length === 1);
  expect(inserts[0]!.values).toEqual([10, 0, 1]);
  inserts[0]!.settle.resolve();
  await Promise.all([open.stored, submitted]);
  await writer.submit(blockOf(0));
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
  await vi.waitUntil(() => attempts.length >= 2);
  expect(writer.state()).toMatchObject({ failure: 'No space left', failingSince: 5000 });
  expect(await settled(block.stored)).toBe('waiting');
  broken = false;
  await block.stored;
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
  const refusal = block.stored.then(
    () => undefined,
    (error: unknown) => error,
  );
  await bad.writer.stop();
  expect(await refusal).toMatchObject({ key: 'storeUnavailable', values: { reason: 'gone' } });
});
