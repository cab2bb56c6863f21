import { expect, test } from 'vitest';
import { gainOf } from './gain-of.ts';

test('own use, feed-in and subsidy are gains; what was bought and standing charges are not', () => {
  expect(gainOf({ selfUse: 120, feedIn: 40, subsidy: 5, import: -300, standing: -50 })).toBe(165);
});

test('a part that is not known makes the sum unknown, one that there is not makes nothing of it', () => {
  expect(gainOf({ selfUse: null, feedIn: 40 })).toBeNull();
  expect(gainOf({ feedIn: 40 })).toBe(40);
  expect(gainOf({ import: -300 })).toBeNull();
});
