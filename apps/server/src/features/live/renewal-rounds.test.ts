import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRenewalRounds } from './renewal-rounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('whoever changes access again and again has all streams look once, and again after a rest of three times as long', async () => {
  let looks = 0;
  let done = () => undefined as void;
  const rounds = createRenewalRounds(() => {
    looks += 1;
    return new Promise<void>((resolve) => (done = resolve));
  });
  rounds.begin();
  await vi.advanceTimersByTimeAsync(100);
  for (let n = 0; n < 10; n += 1) rounds.begin();
  done();
  await vi.advanceTimersByTimeAsync(290);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(looks).toBe(2);
  // One that never ends keeps nobody from the next round.
  rounds.begin();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(looks).toBe(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(looks).toBe(3);
  rounds.stop();
});

test('a usual round keeps nobody waiting whose access changed meanwhile, and none begins beside another', async () => {
  let looks = 0;
  const done: (() => void)[] = [];
  const rounds = createRenewalRounds(() => {
    looks += 1;
    return new Promise<void>((resolve) => done.push(resolve));
  });
  rounds.beginUsual();
  rounds.beginUsual();
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  rounds.begin();
  expect(looks).toBe(2);
  // The end of the one that was overtaken is not the end of this one.
  done[0]!();
  await vi.advanceTimersByTimeAsync(10);
  rounds.beginUsual();
  rounds.begin();
  expect(looks).toBe(2);
  done[1]!();
  await vi.advanceTimersByTimeAsync(100);
  expect(looks).toBe(3);
  done[2]!();
  await vi.advanceTimersByTimeAsync(10_000);
  rounds.beginUsual();
  done[3]!();
  await vi.advanceTimersByTimeAsync(0);
  // Nor does the rest of a usual one.
  rounds.begin();
  expect(looks).toBe(5);
  rounds.stop();
});
