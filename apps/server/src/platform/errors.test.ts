import { expect, test } from 'vitest';
import { messageOf } from './errors.ts';
import { storeFailureOf } from './store-failure.ts';

test('an error that a library copied into a plain object keeps its message', () => {
  const copied = { message: 'could not extend file: No space left on device', queue: 'stations.fold' };
  expect(messageOf(copied)).toBe(copied.message);
  expect(storeFailureOf(messageOf(copied))).toMatchObject({ diskFull: true });
  expect(messageOf(new Error('as it is'))).toBe('as it is');
  expect(messageOf('a text')).toBe('a text');
  expect(messageOf(null)).toBe('null');
});
