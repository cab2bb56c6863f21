import { expect, test } from 'vitest';
import { areasOf } from './day-spark.tsx';

test('a gap parts the picture of a day', () => {
  expect(areasOf([null, 100, 50, null, 100], 100)).toHaveLength(2);
  expect(areasOf([null, null], 100)).toEqual([]);
});
