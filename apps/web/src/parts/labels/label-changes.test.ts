import { expect, test } from 'vitest';
import {
  type Carrier,
  carriersOf,
  type LabelChanges,
  overfull,
  tickOf,
  toggled,
  toInput,
} from './label-changes.ts';

const carrier = (...ids: number[]): Carrier => ({ labels: ids.map((id) => ({ id })) });
const objects = [carrier(1, 2), carrier(1), carrier(1)];
const none: LabelChanges = new Map();
const click = (id: number, times: number) => {
  let changes = none;
  for (let i = 0; i < times; i += 1) changes = toggled(objects, changes, id);
  return changes;
};

test('a box shows whether all, some or none carry the label', () => {
  expect([1, 2, 3].map((id) => tickOf(objects, none, id))).toEqual(['all', 'some', 'none']);
  expect(carriersOf(objects, 2)).toBe(1);
});

test('what all or none carry is turned over and back; back means untouched', () => {
  expect([0, 1, 2].map((times) => tickOf(objects, click(1, times), 1))).toEqual(['all', 'none', 'all']);
  expect([0, 1, 2].map((times) => tickOf(objects, click(3, times), 3))).toEqual(['none', 'all', 'none']);
  expect([click(1, 2).size, click(3, 2).size]).toEqual([0, 0]);
});

test('what some carry goes to all, to none, and is left alone again', () => {
  const shown = [0, 1, 2, 3, 4].map((times) => tickOf(objects, click(2, times), 2));
  expect(shown).toEqual(['some', 'all', 'none', 'some', 'all']);
  expect(click(2, 3).size).toBe(0);
});

test('only what was touched is sent', () => {
  const changes = toggled(objects, toggled(objects, toggled(objects, none, 2), 1), 3);
  expect(toInput(changes)).toEqual({ add: [2, 3], remove: [1] });
  expect(toInput(none)).toEqual({ add: [], remove: [] });
});

test('says how many would carry too many, and nothing of those that gain none', () => {
  const full = [carrier(1, 2, 3), carrier(1)];
  expect(overfull(full, new Map([[4, true]]), 3)).toBe(1);
  expect(overfull(full, new Map([[1, true]]), 3)).toBe(0);
  expect(
    overfull(
      full,
      new Map([
        [4, true],
        [1, false],
      ]),
      3,
    ),
  ).toBe(0);
  expect(overfull(full, new Map([[1, false]]), 1)).toBe(0);
});
