import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { createAnswerRoom } from './answer-room.ts';

const KB = 1024;
const answer = (ip = '192.0.2.1') => {
  const raw = new PassThrough();
  return { raw, exchange: { request: { ip }, reply: { raw } } as never };
};

test('large answers of one person that nobody reads are bounded, and there is room again when they were read', async () => {
  const room = createAnswerRoom({ account: 300 * KB, site: 600 * KB, inAll: 600 * KB });
  const first = answer();
  room.hold('a', first.exchange, 200 * KB);
  expect(() => room.hold('a', answer().exchange, 200 * KB)).toThrow('tooManyRequests');
  // Short ones and others go on.
  room.hold('a', answer().exchange, 10 * KB);
  room.hold('b', answer().exchange, 200 * KB);
  first.raw.destroy();
  await vi.waitFor(() => room.hold('a', answer().exchange, 200 * KB));
});

test('where the room of all is full, whoever holds most is disconnected', () => {
  const room = createAnswerRoom({ account: 400 * KB, site: 400 * KB, inAll: 500 * KB });
  const [large, small] = [answer(), answer('198.51.100.1')];
  room.hold('a', large.exchange, 400 * KB);
  room.hold('b', small.exchange, 80 * KB);
  room.hold('c', answer('203.0.113.1').exchange, 80 * KB);
  expect([large.raw.destroyed, small.raw.destroyed]).toEqual([true, false]);
});
