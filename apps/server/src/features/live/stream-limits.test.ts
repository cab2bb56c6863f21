import { expect, test } from 'vitest';
import { createStreamLimits } from './stream-limits.ts';

test('one caller cannot open stream after stream, and shuts out nobody else', () => {
  const limits = createStreamLimits({ each: 2, inAll: 4 });
  const leave = limits.enter('user 1');
  limits.enter('user 1');
  expect(() => limits.enter('user 1')).toThrow('tooManyRequests');
  limits.enter('user 2');
  leave();
  leave();
  limits.enter('user 1');
  limits.enter('network a');
  expect(() => limits.enter('network b')).toThrow('tooManyRequests');
});

test('the streams of one caller name so many devices together, and those of others as many', () => {
  const limits = createStreamLimits({ each: 10, namedEach: 100, inAll: 40 });
  const leave = limits.enter('user 1', 60);
  expect(() => limits.enter('user 1', 41)).toThrow('tooManyRequests');
  limits.enter('user 1', 40);
  limits.enter('user 1');
  limits.enter('user 2', 100);
  leave();
  leave();
  limits.enter('user 1', 60);
  expect(() => limits.enter('user 1', 1)).toThrow('tooManyRequests');
});
