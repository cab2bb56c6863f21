import { expect, test } from 'vitest';
import { createTally } from './tally.ts';

test('counts each key by itself, anew a minute after its first time', () => {
  let time = 1_000;
  const tally = createTally({ now: () => time });
  expect([tally.count('a'), tally.count('a'), tally.count('b')]).toEqual([1, 2, 1]);
  time += 59_999;
  expect(tally.count('a')).toBe(3);
  time += 1;
  expect(tally.count('a')).toBe(1);
  time += 59_999;
  expect(tally.count('a')).toBe(2);
  expect(tally.count('b')).toBe(1);
});
