import { expect, test } from 'vitest';
import { ERRORS } from './errors.ts';

test('no two errors have one code: a program tells them apart by it', () => {
  const keysOf = Map.groupBy(Object.entries(ERRORS), ([, { code }]) => code);
  const shared = [...keysOf.values()]
    .filter((errors) => errors.length > 1)
    .map((errors) => errors.map(([key]) => key));
  expect(shared).toEqual([]);
});
