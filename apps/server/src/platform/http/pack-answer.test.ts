import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { packAnswer } from './pack-answer.ts';

const LONG = JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id, key: 'ac.power' })));
const app = Fastify();
app.get<{ Params: { length: string } }>('/:length', async (request, reply) => {
  reply.header('vary', 'origin');
  return reply
    .type('application/json')
    .send(await packAnswer(LONG.repeat(Number(request.params.length)), { request, reply }));
});
afterAll(() => app.close());

const get = async (length: number, headers: Record<string, string>) => {
  const answer = await app.inject({ url: `/${length}`, headers });
  return { ...answer.headers, bytes: answer.rawPayload };
};

test('an answer is packed as the client likes best, and caches hear of it', async () => {
  const gzip = await get(1, { 'accept-encoding': 'gzip, deflate' });
  expect(gzip).toMatchObject({ 'content-encoding': 'gzip', vary: 'origin, accept-encoding' });
  expect(gunzipSync(gzip.bytes).toString()).toBe(LONG);
  const br = await get(1, { 'accept-encoding': 'gzip, deflate, br' });
  expect(br).toMatchObject({ 'content-encoding': 'br', 'content-length': `${br.bytes.length}` });
  expect(brotliDecompressSync(br.bytes).toString()).toBe(LONG);
});

test('who takes no packed answers gets plain ones, and short and very long answers are left as they are', async () => {
  for (const headers of [
    {},
    { 'accept-encoding': 'identity' },
    { 'accept-encoding': 'gzip', 'x-no-compression': '1' },
  ] as Record<string, string>[])
    expect((await get(1, headers)).bytes.toString()).toBe(LONG);
  for (const length of [0, 100]) {
    const answer = await get(length, { 'accept-encoding': 'gzip' });
    expect(answer).not.toHaveProperty('content-encoding');
    expect(answer.bytes).toHaveLength(LONG.length * length);
  }
});
