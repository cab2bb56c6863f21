import { expect, test } from 'vitest';
import { togetherOrAlone } from './together-or-alone.ts';

async function run(all: readonly number[], bad: readonly number[], error = new Error('cannot be done')) {
  const done: number[][] = [];
  const failed: number[] = [];
  const work = async (some: readonly number[]) => {
    if (some.some((one) => bad.includes(one))) throw error;
    done.push([...some]);
  };
  const ended = togetherOrAlone(all, work, (_, one) => failed.push(one));
  const threw = await ended.then(
    () => false,
    () => true,
  );
  return { done, failed, threw };
}

test('all are done at once, and each alone where one of them cannot be done', async () => {
  expect(await run([1, 2, 3], [])).toEqual({ done: [[1, 2, 3]], failed: [], threw: false });
  expect(await run([1, 2, 3], [2])).toEqual({ done: [[1], [3]], failed: [2], threw: false });
  expect(await run([2], [2])).toEqual({ done: [], failed: [2], threw: false });
  expect(await run([], [])).toEqual({ done: [], failed: [], threw: false });
});

test('where none can be done because of the store, the job is tried again', async () => {
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
  expect(await run([1, 2], [1, 2], lost)).toEqual({ done: [], failed: [1, 2], threw: true });
});

test('where none can be done because of what is stored of them, others of the same job are done', async () => {
  const error = Object.assign(new Error('out of range for type real'), { code: '22003' });
  expect(await run([1, 2], [1, 2], error)).toEqual({ done: [], failed: [1, 2], threw: false });
});
