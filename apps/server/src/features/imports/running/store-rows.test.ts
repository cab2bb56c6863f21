import { expect, test } from 'vitest';
import type { Row } from '../reading/row-reader.ts';
import { storeRows } from './store-rows.ts';

async function* rowsOf(count: number, samplesEach: number, before: number): AsyncGenerator<Row> {
  for (let n = before; n < count; n += 1) {
    const samples = Array.from({ length: samplesEach }, (_, k) => ({ sn: 'A', point: `p${k}`, value: n }));
    yield { line: n + 2, time: 1000 * n, ambiguous: false, samples, problems: [] };
  }
}

/** Runs an import of rows; answers what was stored and what was told. */
async function storing(options: { count: number; samplesEach?: number; before?: number; failAt?: number }) {
  const blocks: { rows: number; firstValue: number; lastValue: number; device: number; point: number }[] = [];
  const progress: [rows: number, samples: number][] = [];
  const done = storeRows({
    rows: rowsOf(options.count, options.samplesEach ?? 1, options.before ?? 0),
    before: options.before ?? 0,
    targetOf: (_, point) => ({ device: 7, point: 100 + Number(point.slice(1)) }),
    store(block) {
      if (blocks.length === options.failAt) return Promise.reject(new Error('no store'));
      const last = block.length - 1;
      blocks.push({
        rows: block.length,
        firstValue: block.values[0]!,
        lastValue: block.values[last]!,
        device: block.devices[0]!,
        point: block.points[last]!,
      });
      return Promise.resolve();
    },
    onProgress(rows, samples) {
      progress.push([rows, samples]);
      return Promise.resolve();
    },
  });
  return { done: await done.catch((error: Error) => error.message), blocks, progress };
}

test('rows are stored in blocks that never cut a row, and progress counts only whole rows', async () => {
  const { done, blocks, progress } = await storing({ count: 70_000, samplesEach: 3 });
  expect(done).toBe(210_000);
  expect(blocks.map((block) => block.rows)).toEqual([99_999, 99_999, 10_002]);
  expect(progress).toEqual([
    [33_333, 99_999],
    [66_666, 199_998],
    [70_000, 210_000],
  ]);
  expect(blocks[0]).toMatchObject({ device: 7, point: 102, firstValue: 0, lastValue: 33_332 });
});

test('rows ahead of those that are not stored yet count as done', async () => {
  const { done, blocks, progress } = await storing({ count: 10, before: 6 });
  expect(done).toBe(4);
  expect(blocks).toMatchObject([{ rows: 4, firstValue: 6, lastValue: 9 }]);
  expect(progress).toEqual([[10, 4]]);
});

test('a store that fails is told of nothing that was not stored', async () => {
  const { done, progress } = await storing({ count: 250_000, failAt: 1 });
  expect(done).toBe('no store');
  expect(progress).toEqual([[100_000, 100_000]]);
});

test('a row wider than a block is a block of its own', async () => {
  const { blocks } = await storing({ count: 2, samplesEach: 100_001 });
  expect(blocks.map((block) => block.rows)).toEqual([100_001, 100_001]);
});

test('a file without rows ends at once', async () => {
  const { done, blocks, progress } = await storing({ count: 0 });
  expect([done, blocks, progress]).toEqual([0, [], [[0, 0]]]);
});
