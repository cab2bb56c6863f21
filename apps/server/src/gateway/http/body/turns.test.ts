import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('no more than the limit work at once, and a sender with much to do does not shut out another', async () => {
  const turns = createTurns({ atOnce: 2, waitingEach: 8 });
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const work = (name: string) => async () => {
    most = Math.max(most, (running += 1));
    await turn();
    running -= 1;
    order.push(name);
  };
  const busy = Array.from({ length: 8 }, (_, n) => turns.take('busy', work(`busy ${n}`)));
  const other = turns.take('other', work('other'));
  await Promise.all([...busy, other]);
  expect(most).toBe(2);
  expect(order.indexOf('other')).toBeLessThan(5);
  expect(order).toHaveLength(9);
});

test('a sender that lets too much wait is refused; work that fails gives its place back', async () => {
  const turns = createTurns({ atOnce: 1, waitingEach: 1 });
  const gate = Promise.withResolvers<void>();
  const first = turns.take('a', () => gate.promise);
  const second = turns.take('a', () => Promise.reject(new Error('bad')));
  await expect(turns.take('a', async () => {})).rejects.toMatchObject({ key: 'tooManyRequests' });
  const third = turns.take('b', async () => 'done');
  gate.resolve();
  await first;
  await expect(second).rejects.toThrow('bad');
  expect(await third).toBe('done');
  expect(await turns.take('a', async () => 'again')).toBe('again');
});
