import { expect, test } from 'vitest';
import { inSlices } from './in-slices.ts';

test('thousands are mapped in their order, and others have their turn in between', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const all = Array.from({ length: 5001 }, (_, at) => at);
  expect(await inSlices(all, (one) => one * 2)).toEqual(all.map((one) => one * 2));
  isDone = true;
  expect(turns).toBeGreaterThan(8);
  expect(await inSlices([], String)).toEqual([]);
});
