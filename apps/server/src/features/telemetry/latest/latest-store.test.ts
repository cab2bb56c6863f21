import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';
import { storeBlock } from '../ingest/block-store.ts';
import { createSampleColumns } from '../../../platform/sample-columns.ts';
import type { DeviceLatest } from './device-latest.ts';
import { openLatest, type Latest } from './latest-store.ts';
import { storedLatest } from './stored-latest.ts';

const platform = await testPlatform();
// ClickHouse drops marks that are a week old by its own clock.
platform.clock.set(Date.now());
afterAll(() => platform.stop());

let lastId = 0;
const newId = () => (lastId += 1);

function blockOf(rows: readonly (readonly [device: number, point: number, time: number, value: number])[]) {
  const block = createSampleColumns();
  for (const row of rows) block.add(...row);
  return block;
}

/** As the writer does: durable first, then announced. */
async function arrive(block: SampleBlock): Promise<void> {
  await storeBlock(platform.samples, platform.clock, block);
  platform.bus.publish('stored', block);
}

const shown = (latest: DeviceLatest | undefined) =>
  (latest?.points ?? [])
    .map((point, place) => [point, latest!.timeAt(place), latest!.values[place]!])
    .toSorted((a, b) => a[0]! - b[0]!);

const latestOf = async (latest: Pick<Latest, 'latestOf'>, id: number) =>
  shown((await latest.latestOf([id])).get(id));

test('newest values are there at once, and after a clean restart', async () => {
  const latest = await openLatest(platform);
  const [a, b] = [newId(), newId()];
  const now = platform.clock.now();
  await arrive(
    blockOf([
      [a, 1, now - 10, 1],
      [a, 2, now - 10, 2],
      [b, 1, now - 5, 3],
      [a, 1, now, 4],
      [a, 2, now - 20, 5],
    ]),
  );
  const expected = [
    [1, now, 4],
    [2, now - 10, 2],
  ];
  expect(await latestOf(latest, a)).toEqual(expected);
  // Nothing of it is in the table yet.
  expect(await latestOf(storedLatest(platform), a)).toEqual(expected);
  await latest.stop();
  expect(await latestOf(storedLatest(platform), a)).toEqual(expected);
  const again = await openLatest(platform);
  expect(await latestOf(again, a)).toEqual(expected);
  expect(await latestOf(again, b)).toEqual([[1, now - 5, 3]]);
  expect(await latestOf(again, newId())).toEqual([]);
  await again.stop();
});

test('after an unclean end nothing is missing, late samples included', async () => {
  const before = await openLatest(platform);
  const [onTime, late, both] = [newId(), newId(), newId()];
  const now = platform.clock.now();
  const longAgo = now - 90 * 86_400_000;
  await arrive(blockOf([[both, 7, now - 1000, 70]]));
  await before.stop();
  const killed = await openLatest(platform);
  platform.clock.advance(60_000);
  await arrive(
    blockOf([
      [onTime, 1, now, 1],
      [late, 1, longAgo, 2],
      [both, 7, longAgo, 69],
      [both, 8, now + 5, 80],
    ]),
  );
  // No stop: the process is gone.
  const after = await openLatest(platform);
  expect(await latestOf(after, onTime)).toEqual([[1, now, 1]]);
  expect(await latestOf(after, late)).toEqual([[1, longAgo, 2]]);
  expect(await latestOf(after, both)).toEqual([
    [7, now - 1000, 70],
    [8, now + 5, 80],
  ]);
  await after.stop();
  await killed.stop();
});

test('a value that comes for a device not in memory joins what the store holds of it', async () => {
  const id = newId();
  const now = platform.clock.now();
  const first = await openLatest(platform);
  await arrive(
    blockOf([
      [id, 1, now, 1],
      [id, 2, now, 2],
    ]),
  );
  await first.stop();
  const second = await openLatest(platform);
  await arrive(
    blockOf([
      [id, 1, now + 1, 10],
      [id, 2, now - 1, 20],
    ]),
  );
  expect(await latestOf(second, id)).toEqual([
    [1, now + 1, 10],
    [2, now, 2],
  ]);
  await second.stop();
});

test('what could not be written is written the next time', async () => {
  const id = newId();
  const now = platform.clock.now();
  let broken = true;
  const samples = {
    ...platform.samples,
    insertNative: (table: string, block: Parameters<typeof platform.samples.insertNative>[1]) =>
      broken && table === 'latest'
        ? Promise.reject(new Error('disk full'))
        : platform.samples.insertNative(table, block),
  };
  broken = false;
  const latest = await openLatest({ ...platform, samples });
  await arrive(blockOf([[id, 1, now, 1]]));
  broken = true;
  await expect(latest.stop()).rejects.toThrow('disk full');
  broken = false;
  await latest.stop();
  const again = await openLatest(platform);
  expect(await latestOf(again, id)).toEqual([[1, now, 1]]);
  await again.stop();
});

test('a large fleet is written in parts; where one fails, it and those behind it are written the next time', async () => {
  const now = platform.clock.now();
  const ids = Array.from({ length: 7 }, newId);
  const inserts: number[] = [];
  const samples = {
    ...platform.samples,
    insertNative: (table: string, block: Parameters<typeof platform.samples.insertNative>[1]) => {
      inserts.push(block.rows);
      return inserts.length === 3
        ? Promise.reject(new Error('disk full'))
        : platform.samples.insertNative(table, block);
    },
  };
  const latest = await openLatest({ ...platform, samples }, 3);
  await arrive(blockOf(ids.map((id) => [id, 1, now, id])));
  await expect(latest.stop()).rejects.toThrow('disk full');
  await latest.stop();
  // The mark at the begin, three devices, three that fail; these again, and the last one with the mark.
  expect(inserts).toEqual([1, 3, 3, 3, 2]);
  const again = await openLatest(platform);
  for (const id of ids) expect(await latestOf(again, id)).toEqual([[1, now, id]]);
  await again.stop();
});
