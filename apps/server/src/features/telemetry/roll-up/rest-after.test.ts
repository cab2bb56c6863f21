import { expect, test } from 'vitest';
import { restAfter } from './rest-after.ts';

const calm = { tookMs: 50, isLate: false, isCut: false, isAway: false, storedPerSecond: 100 };
const rush = { ...calm, storedPerSecond: 1_000_000 };

test.each([
  ['what devices just reported waits half a bucket', calm, 150_000],
  ['what came late waits less', { ...calm, isLate: true }, 20_000],
  ['a long run is followed by a longer rest', { ...calm, isLate: true, tookMs: 3000 }, 36_000],
  ['no run is so long that the next one waits for more than that', { ...calm, tookMs: 60_000 }, 150_000],
  ['a start is followed by a run at once', { ...calm, tookMs: undefined }, 0],
  ['what a store did not answer is tried again soon', { ...calm, tookMs: 30_000, isAway: true }, 10_000],
  ['in a rush that waits as well', { ...rush, isAway: true }, 150_000],
  ['what a run left goes on at once', { ...calm, isLate: true, isCut: true }, 0],
  ['in a rush late data goes on after a rest', { ...rush, isLate: true, isCut: true }, 20_000],
  ['in a rush the other devices of a large run go on at once', { ...rush, isCut: true }, 0],
  ['a rush of samples goes first', { ...rush, tookMs: undefined, isLate: true }, 150_000],
])('%s', (_what, load, rest) => {
  expect(restAfter(load)).toBe(rest);
});
