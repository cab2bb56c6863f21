import { expect, test } from 'vitest';
import { restAfter } from './rest-after.ts';

const calm = { isLate: false, storedPerSecond: 100 };

test.each([
  ['what devices just reported waits a minute', 50, calm, 60_000],
  ['what came late waits less', 50, { ...calm, isLate: true }, 20_000],
  ['a long run is followed by a longer rest', 3000, { ...calm, isLate: true }, 36_000],
  ['no rest is longer than a minute and a half', 60_000, calm, 90_000],
  ['a rush of samples goes first', 50, { isLate: true, storedPerSecond: 1_000_000 }, 90_000],
])('%s', (_what, tookMs, state, rest) => {
  expect(restAfter(tookMs, state)).toBe(rest);
});
