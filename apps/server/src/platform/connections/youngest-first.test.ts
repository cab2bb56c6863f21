import { expect, test } from 'vitest';
import { YoungestFirst } from './youngest-first.ts';

const DAY_MS = 86_400_000;

test('the youngest is first, of one day who was added first, and who has left is nowhere', () => {
  const all = new YoungestFirst<string>();
  expect(all.first()).toBeUndefined();
  all.add('old', 0);
  all.add('young', 5 * DAY_MS);
  all.add('as young', 5 * DAY_MS + 1);
  all.add('between', 2 * DAY_MS);
  const order: string[] = [];
  for (let next = all.first(); next; next = all.first()) {
    order.push(next);
    all.delete(next);
  }
  expect(order).toEqual(['young', 'as young', 'between', 'old']);
  all.delete('old');
  all.add('moved', 9 * DAY_MS);
  all.add('moved', DAY_MS);
  all.add('other', 2 * DAY_MS);
  expect(all.first()).toBe('other');
});
