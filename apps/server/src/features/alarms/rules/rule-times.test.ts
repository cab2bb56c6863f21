import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { createRuleTimes, isTooSlow } from './rule-times.ts';

const MINUTE = 60_000;

test('whose rules cost little wait for nobody, and the others take turns', () => {
  const times = createRuleTimes();
  expect(times.order([1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
  times.took(1, 90_000);
  times.took(2, 200);
  times.took(3, 120_000);
  // Number 4 was left out, because the look was over, and number 5 is new.
  expect(times.order([1, 3, 2, 4, 5])).toEqual([2, 4, 5, 1, 3]);
  times.took(1, 90_000);
  expect(times.order([1, 2, 3])).toEqual([2, 3, 1]);
  expect([times.isOver(60_000), times.isOver(240_000)]).toEqual([false, true]);
  times.stop();
  expect(times.isOver(0)).toBe(true);
});

test('whoever had time that was not enough waits behind those who had none', () => {
  const times = createRuleTimes();
  expect(times.order([1, 2])).toEqual([1, 2]);
  times.took(1, 900, false);
  times.order([2, 3]);
  times.took(2, 90_000);
  expect(times.order([1, 2, 3])).toEqual([3, 1, 2]);
});

test('rules that are too slow together are judged alone, and one that is too slow alone rests for an hour', () => {
  const times = createRuleTimes();
  times.tooSlow([1, 2], 0);
  expect([times.isAlone(1), times.isAlone(3)]).toEqual([true, false]);
  expect(times.isResting(1, 0)).toBe(false);
  const at = Date.UTC(2026, 5, 1);
  times.tooSlow([1], at);
  expect([at + 59 * MINUTE, at + 60 * MINUTE].map((now) => times.isResting(1, now))).toEqual([true, false]);
  expect(times.isResting(2, at)).toBe(false);
});

test('a rule goes on where it was judged last, a new one at the last look', () => {
  const times = createRuleTimes();
  expect(times.told(1)).toBe(undefined);
  times.judged(1, 5 * MINUTE);
  times.ended(5 * MINUTE, new Set([1, 2]), new Set());
  times.ended(10 * MINUTE, new Set([1, 2]), new Set());
  expect([times.told(1), times.told(2)]).toEqual([5 * MINUTE, 10 * MINUTE]);
  times.tooSlow([2], 0);
  times.again();
  expect([times.told(1), times.told(2), times.isAlone(2)]).toEqual([undefined, undefined, true]);
  times.judged(1, 5 * MINUTE);
  times.ended(10 * MINUTE, new Set([1, 2]), new Set());
  times.ended(15 * MINUTE, new Set([2]), new Set());
  expect(times.told(1)).toBe(15 * MINUTE);
});

test('what a query costs is told from a store that is away or full', () => {
  const ended = [
    new Error('Timeout exceeded: elapsed 20100 ms, maximum: 20000 ms.'),
    new AppError('storeUnavailable', { reason: 'Query memory limit exceeded: would use 1.60 GiB' }),
    new Error('Query tree is too big. Maximum: 500000.'),
  ];
  const away = [
    new AppError('storeUnavailable', { reason: 'connect ECONNREFUSED 127.0.0.1:8123' }),
    new AppError('storeUnavailable', { reason: '(total) memory limit exceeded: would use 20 GiB' }),
  ];
  expect([...ended, ...away].map(isTooSlow)).toEqual([true, true, true, false, false]);
});
