import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { createByteRoom } from '../../byte-room.ts';
import { createBodyHolder, SMALL_BODY_BYTES } from './held-body.ts';

const hold = createBodyHolder();
const exchange = () => {
  const raw = new PassThrough();
  const request = { raw: { socket: {} } } as unknown as FastifyRequest;
  return { raw, exchange: { request, reply: { raw } as unknown as FastifyReply } };
};

test('a sender that goes away while its body is unpacked leaves nothing in the room for ever', async () => {
  const room = createByteRoom({ each: 100, inAll: 100 });
  const { raw, exchange: of } = exchange();
  const held = hold([{ room, sender: 'a' }], of);
  held.hold(SMALL_BODY_BYTES + 60);
  expect(() => room.take('a', 50)).toThrow('tooManyRequests');
  raw.destroy();
  await vi.waitUntil(() => {
    try {
      held.hold(60);
      return false;
    } catch (error) {
      return (error as Error).message.includes('invalidInput');
    }
  });
  room.take('a', 100);
});

test('a body that one of its shares refuses takes nothing of the others', () => {
  const [wide, narrow] = [createByteRoom({ each: 100, inAll: 100 }), createByteRoom({ each: 10, inAll: 10 })];
  const held = hold(
    [
      { room: wide, sender: 'account' },
      { room: narrow, sender: 'network' },
    ],
    exchange().exchange,
  );
  expect(() => held.hold(SMALL_BODY_BYTES + 11)).toThrow('tooManyRequests');
  wide.take('account', 100);
});
