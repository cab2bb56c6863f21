import { afterEach, expect, test, vi } from 'vitest';
import { createRenewalRounds } from './renewal-rounds.ts';

vi.useFakeTimers();
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
