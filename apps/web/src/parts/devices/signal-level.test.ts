import { expect, test } from 'vitest';
import { barsOf, dbmOf } from './signal-level.ts';

test.each([
  [100, -50, 4],
  [70, -65, 4],
  [69, -65, 4],
  [66, -67, 3],
  [50, -75, 3],
  [40, -80, 2],
  [30, -85, 2],
  [20, -90, 1],
  [0, -100, 1],
])('%i percent are about %i dBm and %i bars', (percent, dbm, bars) => {
  expect([dbmOf(percent), barsOf(percent)]).toEqual([dbm, bars]);
});
