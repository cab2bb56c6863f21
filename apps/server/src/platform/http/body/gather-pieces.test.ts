import { PassThrough, type Readable } from 'node:stream';
import v8 from 'node:v8';
import vm from 'node:vm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createFairRoom } from './fair-room.ts';
import { createBodyHolder } from './held-body.ts';
import { readHeld } from './read-held.ts';

const PIECES = 200_000;
const held = createBodyHolder();

/** Bytes of the heap that are in use. */
function inUse(): number {
  v8.setFlagsFromString('--expose-gc');
  (vm.runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

function reading(payload: Readable) {
  const request = {
    raw: { socket: {} },
    ip: '10.0.0.1',
    headers: {},
    routeOptions: { bodyLimit: 1e9 },
  } as unknown as FastifyRequest;
  const reply = { raw: new PassThrough() } as unknown as FastifyReply;
  const room = createFairRoom({ account: 1e9, site: 1e9, inAll: 1e9 });
  return readHeld(request, payload, {
    held: held({ room, account: 'a' }, { request, reply }),
    withinMs: 60_000,
  });
}

test('a body that comes in pieces of a byte takes about its own bytes, and comes whole', async () => {
  const payload = new PassThrough();
  const body = reading(payload);
  const before = inUse();
  for (let at = 0; at < PIECES; at += 1) payload.emit('data', Buffer.from([at % 251]));
  // Each piece of its own takes some 300.
  expect((inUse() - before) / PIECES).toBeLessThan(20);
  payload.emit('data', Buffer.alloc(100_000, 7));
  payload.end();
  const whole = await body;
  expect(whole).toHaveLength(PIECES + 100_000);
  expect([whole[0], whole[250], whole[251], whole[PIECES - 1], whole[PIECES]]).toEqual([
    0,
    250,
    0,
    (PIECES - 1) % 251,
    7,
  ]);
});
