import { expect, test } from 'vitest';
import { busyWhile } from './busy-while.ts';

test('a map is busy until the last work has ended, also where one fails', async () => {
  const element = document.createElement('div');
  const during = busyWhile(element);
  expect(element.ariaBusy).toBe('false');
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  during(first.promise);
  during(second.promise);
  first.reject(new Error('not to be had'));
  await expect(first.promise).rejects.toThrow();
  expect(element.ariaBusy).toBe('true');
  second.resolve();
  await expect.poll(() => element.ariaBusy).toBe('false');
});
