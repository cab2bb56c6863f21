import { randomBytes } from 'node:crypto';
import net from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { answerInTurn } from './answer-in-turn.ts';
import { createHttpServer } from './server.ts';

const platform = await testPlatform();
const { app } = await createHttpServer(platform, () => Promise.resolve(undefined));
/** What the server works at now, and did in all. */
const work = { now: 0, most: 0, begun: 0 };
let release = Promise.withResolvers<void>();

app.get('/work', async (_request, reply) => {
  work.begun += 1;
  work.now += 1;
  work.most = Math.max(work.most, work.now);
  reply.raw.once('finish', () => (work.now -= 1));
  await release.promise;
  return { begun: work.begun };
});
/** More than the system takes for a client that does not read. */
const LARGE = randomBytes(32 * 1024 * 1024);
app.get('/large', (_request, reply) => {
  work.begun += 1;
  return reply.type('image/png').send(LARGE);
});
app.get('/stream', (_request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
  reply.raw.write('data: 1\n\n');
  void release.promise.then(() => reply.raw.write('data: 2\n\n'));
});
await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await app.close();
  await platform.stop();
});

beforeEach(() => {
  work.now = work.most = work.begun = 0;
  release = Promise.withResolvers<void>();
});

function connect(to: Pick<typeof app, 'server'> = app, { read = true }: { read?: boolean } = {}) {
  const { port } = to.server.address() as net.AddressInfo;
  const socket = net.connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  const seen = { socket, text: '', bytes: 0, closed: false };
  if (read)
    socket.on('data', (bytes) => {
      seen.bytes += bytes.length;
      seen.text = (seen.text + bytes.toString('latin1')).slice(-200_000);
    });
  socket.on('error', () => undefined).on('close', () => (seen.closed = true));
  return seen;
}

const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`;
const tellNumber = (n: number) => {
  const body = JSON.stringify({ n, filler: 'x'.repeat(9000) });
  return `POST /told HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

test('of what a stranger sends ahead no more is made than is let wait', async () => {
  let made = 0;
  const count = () => (made += 1);
  app.server.on('request', count);
  onTestFinished(() => void app.server.off('request', count));
  const seen = connect();
  seen.socket.write('GET / HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(2300));
  await vi.waitUntil(() => seen.closed);
  // Whoever is disconnected may send no more, and others are answered.
  const next = connect();
  next.socket.write(get('/nothing'));
  await vi.waitUntil(() => next.text.includes('404'));
  // One that is begun, eight that wait, and the one that was too many.
  expect(made).toBe(11);
});

test('a stranger who sends 1,000 requests ahead is disconnected, and one of them was begun', async () => {
  const seen = connect();
  seen.socket.write(get('/work').repeat(1000));
  await vi.waitUntil(() => seen.closed);
  expect(work.begun).toBe(1);
  expect(seen.text).toBe('');
  release.resolve();
});

test('requests sent ahead are worked at one after the other, and answered in their order', async () => {
  const seen = connect();
  seen.socket.write(get('/work').repeat(6));
  await vi.waitUntil(() => work.begun === 1);
  release.resolve();
  await vi.waitUntil(() => seen.text.includes('{"begun":6}'));
  expect([...seen.text.matchAll(/"begun":(\d)/g)].map(([, n]) => n)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(work.most).toBe(1);
  // The connection goes on.
  seen.socket.write(get('/work'));
  await vi.waitUntil(() => seen.text.includes('{"begun":7}'));
});

test('a client that does not read gets no second answer begun', async () => {
  const { socket } = connect(app, { read: false });
  socket.write(get('/large').repeat(6));
  await vi.waitUntil(() => work.begun === 1);
  const other = connect();
  other.socket.write(get('/no-such'));
  await vi.waitUntil(() => other.text.includes('HTTP/1.1 404'));
  expect(work.begun).toBe(1);
});

test('many bodies sent ahead in one write all arrive, also those that were not read while others waited', async () => {
  const plain = Fastify();
  answerInTurn(plain);
  plain.post<{ Body: { n: number } }>('/told', ({ body }, reply) => reply.send({ told: body.n }));
  await plain.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => plain.close());
  const seen = connect(plain);
  for (let n = 1; n <= 6; n += 1) seen.socket.write(tellNumber(n));
  await vi.waitUntil(() => seen.text.includes('"told":6'));
  expect([...seen.text.matchAll(/"told":(\d)/g)].map(([, n]) => n)).toEqual(['1', '2', '3', '4', '5', '6']);
});

test('an event stream goes on, and what its sender asks behind it waits', async () => {
  const seen = connect();
  seen.socket.write(get('/stream') + get('/work'));
  await vi.waitUntil(() => seen.text.includes('data: 1'));
  release.resolve();
  await vi.waitUntil(() => seen.text.includes('data: 2'));
  expect(work.begun).toBe(0);
});

test('an answer that nobody reads ends with its connection; a slow piece of work does not', async () => {
  const patient = Fastify();
  answerInTurn(patient, { unreadMs: 300 });
  patient.get('/large', (_request, reply) => reply.type('image/png').send(LARGE));
  patient.get('/slow', async () => {
    await release.promise;
    return { done: true };
  });
  await patient.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => patient.close());
  let gone = 0;
  patient.server.on('connection', (socket: net.Socket) => socket.once('close', () => (gone += 1)));
  const slow = connect(patient);
  slow.socket.write(get('/slow'));
  connect(patient, { read: false }).socket.write(get('/large'));
  await vi.waitUntil(() => gone === 1);
  expect(slow.closed).toBe(false);
  release.resolve();
  await vi.waitUntil(() => slow.text.includes('{"done":true}'));
});

test('who asks once through a proxy does not wait behind all that somebody else asks through it', async () => {
  const busy = Fastify({ trustProxy: true });
  answerInTurn(busy);
  const begun: string[] = [];
  busy.get('/work', ({ ip }, reply) => {
    begun.push(ip);
    const until = performance.now() + 2;
    while (performance.now() < until);
    return reply.send({});
  });
  await busy.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => busy.close());
  let accepted = 0;
  busy.server.on('connection', () => (accepted += 1));
  const all = Array.from({ length: 101 }, () => connect(busy));
  await vi.waitUntil(() => accepted === all.length);
  for (const [n, { socket }] of all.entries())
    socket.write(`GET /work HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.${n < 100 ? 1 : 2}\r\n\r\n`);
  await vi.waitUntil(() => begun.length === all.length);
  expect(begun.indexOf('203.0.113.2')).toBeLessThan(60);
});
