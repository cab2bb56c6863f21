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
