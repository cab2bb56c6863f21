import { afterEach, expect, test, vi } from 'vitest';
import { atMostEach } from './at-most-each.ts';

afterEach(() => vi.useRealTimers());

test('the first of many is done at once, and all that came meanwhile once', () => {
  vi.useFakeTimers();
  const work = vi.fn<() => void>();
  const ask = atMostEach(1000, work);
  for (let n = 0; n < 500; n += 1) ask();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(2);
  ask();
  expect(work).toHaveBeenCalledTimes(3);
});
