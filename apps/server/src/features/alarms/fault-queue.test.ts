import { expect, test } from 'vitest';
import { FaultQueue, type ToldWords } from './fault-queue.ts';

const told = (deviceId: number, words: number, { since = 0, from = 0 } = {}): ToldWords => ({
  deviceId,
  words: Array.from({ length: words }, (_, index) => ({ slot: index % 2, time: from + index, value: index })),
  arrivedAt: 0,
  since,
});

/** Takes everything, in turns. */
function drained(queue: FaultQueue): [owner: string, deviceId: number][] {
  const all: [string, number][] = [];
  for (let next = queue.next(); next; next = queue.next()) {
    queue.done(next.owner, next.told);
    all.push([next.owner, next.told.deviceId]);
  }
  return all;
}

test('owners take turns, and what one of them told comes in order', () => {
  const queue = new FaultQueue();
  for (const deviceId of [1, 2, 3]) queue.add('a', told(deviceId, 4));
  queue.add('b', told(7, 4));
  expect(queue.has(7)).toBe(true);
  expect(queue.size).toBe(16);
  expect(drained(queue)).toEqual([
    ['a', 1],
    ['b', 7],
    ['a', 2],
    ['a', 3],
  ]);
  expect([queue.size, queue.has(7), queue.since]).toEqual([0, false, Infinity]);
});

test('what is not done waits on, and says since when', () => {
  const queue = new FaultQueue();
  queue.add('a', told(1, 2, { since: 500 }));
  queue.add('b', told(2, 2, { since: 300 }));
  expect(queue.since).toBe(300);
  const first = queue.next()!;
  queue.next();
  expect(queue.next()).toEqual(first);
  queue.done(first.owner, first.told);
  expect(queue.since).toBe(300);
});

test('beyond the room of an owner the newest word of each kind is kept, and others have theirs', () => {
  const queue = new FaultQueue({ each: 100, inAll: 1000 });
  queue.add('a', told(1, 100, { since: 100 }));
  queue.add('a', told(1, 50, { since: 200, from: 1000 }));
  queue.add('a', told(1, 51, { since: 300, from: 2000 }));
  queue.add('b', told(2, 90));
  expect(queue.size).toBe(192);
  const first = queue.next()!;
  queue.done(first.owner, first.told);
  queue.next();
  const { told: thinned } = queue.next()!;
  expect(thinned).toMatchObject({ deviceId: 1, since: 200 });
  expect(thinned.words.map(({ slot, time }) => [slot, time])).toEqual([
    [0, 2050],
    [1, 2049],
  ]);
});
