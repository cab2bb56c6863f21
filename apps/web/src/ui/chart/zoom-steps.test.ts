import { expect, test } from 'vitest';
import { isClose, isWhole, keptStretch, move, zoomIn, zoomOut } from './zoom-steps.ts';

const WHOLE = { from: 0, to: 800_000 };

test('in halves what is seen around its middle, ten seconds at least', () => {
  expect(zoomIn(WHOLE)).toEqual({ from: 200_000, to: 600_000 });
  expect(zoomIn({ from: 0, to: 15_000 })).toEqual({ from: 2500, to: 12_500 });
  expect(zoomIn({ from: 5, to: 10_005 })).toEqual({ from: 5, to: 10_005 });
});

test('out doubles it, keeps it inside, and ends with the whole', () => {
  expect(zoomOut({ from: 0, to: 100_000 }, WHOLE)).toEqual({ from: 0, to: 200_000 });
  expect(zoomOut({ from: 700_000, to: 800_000 }, WHOLE)).toEqual({ from: 600_000, to: 800_000 });
  expect(zoomOut({ from: 100_000, to: 600_000 }, WHOLE)).toBeUndefined();
});

test('a step moves by half of its length, as far as there is anything', () => {
  expect(move({ from: 100_000, to: 300_000 }, WHOLE, 1)).toEqual({ from: 200_000, to: 400_000 });
  expect(move({ from: 100_000, to: 300_000 }, WHOLE, -1)).toEqual({ from: 0, to: 200_000 });
  expect(move({ from: 650_000, to: 750_000 }, WHOLE, 1)).toEqual({ from: 700_000, to: 800_000 });
});

test('what a chart rounds is the same stretch', () => {
  expect(isClose({ from: 100_000, to: 300_000 }, { from: 100_004, to: 299_990 })).toBe(true);
  expect(isClose({ from: 100_000, to: 300_000 }, { from: 110_000, to: 300_000 })).toBe(false);
  expect(isWhole({ from: -5, to: 800_000.4 }, WHOLE)).toBe(true);
});

test('of another range the whole is seen, unless a part of the last one was chosen that lies in it', () => {
  const hour = { from: 300_000, to: 400_000 };
  const month = { from: -9_000_000, to: 800_000 };
  expect(keptStretch(WHOLE, { last: WHOLE, whole: month })).toBeUndefined();
  expect(keptStretch(hour, { last: WHOLE, whole: month })).toEqual(hour);
  expect(keptStretch(hour, { last: WHOLE, whole: { from: 350_000, to: 900_000 } })).toBeUndefined();
  expect(keptStretch(undefined, { last: undefined, whole: month })).toBeUndefined();
});
