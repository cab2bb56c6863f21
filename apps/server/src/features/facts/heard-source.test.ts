import { expect, test } from 'vitest';
import { HeardSource } from './heard-source.ts';

const open = (beginsAnywhere: boolean) =>
  new HeardSource({ partitions: [0, 1], beginsAnywhere, storedUntil: 100 });

test('a source that was there before is heard from its first word on', () => {
  const source = open(true);
  expect(source.takeRows(1, 57)).toBe(true);
  expect(source.takeBeat({ numbers: [4, 57], storedUntil: 200 })).toBe(true);
  expect(source.storedUntil).toBe(200);
  expect([source.takeRows(0, 5), source.takeRows(1, 58)]).toEqual([true, true]);
  expect(source.takeBeat({ numbers: [5, 58], storedUntil: 300 })).toBe(true);
});

test('a message that is missing shows in the next one, and in the next beat; positions stay', () => {
  const source = open(true);
  source.takeBeat({ numbers: [1, 1], storedUntil: 200 });
  expect(source.takeRows(0, 3)).toBe(false);
  const other = open(true);
  other.takeBeat({ numbers: [1, 1], storedUntil: 200 });
  expect(other.takeBeat({ numbers: [1, 2], storedUntil: 300 })).toBe(false);
  expect(other.storedUntil).toBe(200);
});

test('of a source that is new nothing may be missing', () => {
  expect(open(false).takeRows(0, 1)).toBe(true);
  expect(open(false).takeRows(0, 2)).toBe(false);
  expect(open(false).takeBeat({ numbers: [0, 0], storedUntil: 200 })).toBe(true);
  expect(open(false).takeBeat({ numbers: [0, 1], storedUntil: 200 })).toBe(false);
});

test('one that was awaited in vain has to be heard wholly from then on', () => {
  const source = open(true);
  source.requireAll();
  expect(source.takeBeat({ numbers: [9, 0], storedUntil: 200 })).toBe(false);
});

test('how far it is goes back with a clock that was set back', () => {
  const source = open(true);
  source.takeBeat({ numbers: [0, 0], storedUntil: 900 });
  expect(source.takeBeat({ numbers: [0, 0], storedUntil: 300 })).toBe(true);
  expect(source.storedUntil).toBe(300);
});
