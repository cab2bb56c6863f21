import { expect, test } from 'vitest';
import { createByteRoom } from './byte-room.ts';

test('a sender that holds its share is refused while others still have room', () => {
  const room = createByteRoom({ each: 10, inAll: 15 });
  room.take('a', 10);
  expect(() => room.take('a', 1)).toThrow('tooManyRequests');
  room.take('b', 5);
  expect(() => room.take('c', 1)).toThrow('tooManyRequests');
  room.give('a', 10);
  room.take('c', 10);
  expect(() => room.take('b', 1)).toThrow('tooManyRequests');
});
