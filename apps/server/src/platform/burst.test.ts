import { expect, test, vi } from 'vitest';
import { createBurst } from './burst.ts';

test('items of a burst are handed on together, and the next burst after that', async () => {
  const handed: number[][] = [];
  const burst = createBurst<number>(
    5,
    async (items) => void handed.push(items),
    () => undefined,
  );
  burst.add(1);
  burst.add(2);
  expect(handed).toEqual([]);
  await vi.waitUntil(() => handed.length === 1);
  burst.add(3);
  await burst.flush();
  expect(handed).toEqual([[1, 2], [3]]);
  await burst.flush();
  expect(handed).toHaveLength(2);
});

test('one hand-over runs at a time; an error is told and does not stop the next', async () => {
  const errors: unknown[] = [];
  let running = 0;
  let most = 0;
  const burst = createBurst<string>(
    0,
    async (items) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (items.includes('bad')) throw new Error('bad');
    },
    (error) => errors.push(error),
  );
  burst.add('bad');
  const first = burst.flush();
  burst.add('good');
  await Promise.all([first, burst.flush()]);
  expect(most).toBe(1);
  expect(errors).toEqual([new Error('bad')]);
});

test('what failed for a reason that passes is handed on again, with what came since; anything else is not', async () => {
  const handed: string[][] = [];
  let reason: string | undefined = 'away';
  const burst = createBurst<string>(
    0,
    async (items) => {
      handed.push(items);
      if (reason) throw new Error(reason);
    },
    () => undefined,
    (error) => error instanceof Error && error.message === 'away',
  );
  burst.add('one');
  await vi.waitUntil(() => handed.length === 1);
  burst.add('two');
  reason = undefined;
  await vi.waitUntil(() => handed.length === 2, { timeout: 3000 });
  reason = 'a fault';
  burst.add('three');
  await burst.flush();
  reason = undefined;
  burst.add('four');
  await burst.flush();
  expect(handed).toEqual([['one'], ['one', 'two'], ['three'], ['four']]);
});
