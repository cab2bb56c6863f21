import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { createFairRoom } from './fair-room.ts';
import { createBodyHolder, SMALL_BODY_BYTES } from './held-body.ts';

const hold = createBodyHolder();
const SIZE = { account: 100, site: 100, inAll: 100 };
const exchange = () => {
  const raw = new PassThrough();
  const request = { raw: { socket: {} }, ip: '10.0.0.1' } as unknown as FastifyRequest;
  return { raw, exchange: { request, reply: { raw } as unknown as FastifyReply } };
};

test('a sender that goes away while its body is unpacked leaves nothing in the room for ever', async () => {
  const room = createFairRoom(SIZE);
  const { raw, exchange: of } = exchange();
  const held = hold({ room, account: 'a' }, of);
  held.hold(SMALL_BODY_BYTES + 60);
  const next = hold({ room, account: 'a' }, exchange().exchange);
  expect(() => next.hold(SMALL_BODY_BYTES + 50)).toThrow('tooManyRequests');
  raw.destroy();
  await vi.waitUntil(() => {
    try {
      held.hold(60);
      return false;
    } catch (error) {
      return (error as Error).message.includes('invalidInput');
    }
  });
  hold({ room, account: 'a' }, exchange().exchange).hold(SMALL_BODY_BYTES + 100);
});

test('a body that came to its end gives way to nobody', () => {
  const room = createFairRoom(SIZE);
  const stop = vi.fn<() => void>();
  const held = hold({ room, account: 'a' }, exchange().exchange);
  held.hold(SMALL_BODY_BYTES + 100, stop);
  held.keep();
  const next = hold({ room, account: 'b' }, exchange().exchange);
  expect(() => next.hold(SMALL_BODY_BYTES + 1)).toThrow('tooManyRequests');
  expect(stop).not.toHaveBeenCalled();
});
