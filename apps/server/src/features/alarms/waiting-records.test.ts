import { expect, test } from 'vitest';
import { WaitingRecords } from './waiting-records.ts';

test('owners take turns, each with its records in their order, and what is left goes to who has more', () => {
  const waiting = new WaitingRecords<string>(([owner]) => owner!);
  for (let n = 1; n <= 5; n += 1) waiting.add(`a${n}`);
  for (const one of ['b1', 'c1', 'b2', 'b1']) waiting.add(one);
  expect([waiting.size, waiting.has('b2')]).toEqual([8, true]);
  expect(waiting.take(4)).toEqual(['a1', 'b1', 'c1', 'a2']);
  expect(waiting.delete('a3')).toBe(true);
  waiting.add('c2');
  expect([...waiting]).toEqual(['a4', 'a5', 'b2', 'c2']);
  expect(waiting.take(2)).toEqual(['b2', 'a4']);
  expect(waiting.take(9)).toEqual(['c2', 'a5']);
  expect([waiting.size, waiting.delete('a5')]).toEqual([0, false]);
});
