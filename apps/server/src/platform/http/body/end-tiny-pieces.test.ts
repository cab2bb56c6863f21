import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { createHttpServer } from '../server.ts';

const platform = await testPlatform();
const { app } = await createHttpServer(platform, () => Promise.resolve(undefined));
let pieces = 0;
app.addContentTypeParser('text/count', (_request, payload, done) => {
  payload.on('data', () => (pieces += 1));
  text(payload).then(
    (body) => done(null, body),
    (error: Error) => done(error),
  );
});
app.post('/length', ({ body }) => ({ length: (body as string).length }));
await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await app.close();
  await platform.stop();
});

beforeEach(() => {
  pieces = 0;
});

const { port } = app.server.address() as net.AddressInfo;

function connect() {
  const socket = net.connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  const seen = { socket, text: '', closed: false };
  socket.on('data', (bytes) => (seen.text += bytes.toString('latin1')));
  socket.on('error', () => undefined).on('close', () => (seen.closed = true));
  return seen;
}

const inPieces = (count: number, piece: string) =>
  `POST /length HTTP/1.1\r\nHost: x\r\nContent-Type: text/count\r\nTransfer-Encoding: chunked\r\n\r\n${`${piece.length.toString(16)}\r\n${piece}\r\n`.repeat(count)}0\r\n\r\n`;

/** Asks this server as a client that gets its parser from where those of the server go. */
const fetchLength = (body: string) =>
  new Promise<string>((resolve, reject) => {
    const options = {
      port,
      method: 'POST',
      path: '/length',
      headers: { 'content-type': 'text/count' },
      agent: false,
    };
    http
      .request(options, (answer) => text(answer).then(resolve, reject))
      .on('error', reject)
      .end(body);
  });

test('of a body in pieces of one byte no more is taken than small devices send', async () => {
  const seen = connect();
  seen.socket.write(inPieces(10_000, 'a'));
  await vi.waitUntil(() => seen.closed);
  expect([seen.text, pieces]).toEqual(['', 516]);
});

test('nor of several that are sent ahead', async () => {
  const seen = connect();
  seen.socket.write(inPieces(300, 'a').repeat(8));
  await vi.waitUntil(() => seen.closed);
  expect(pieces).toBeLessThan(520);
});

test('a body of many small values, one after the other, and a large one in pieces are taken', async () => {
  const seen = connect();
  for (const [turn, body] of [
    inPieces(450, 'value'),
    inPieces(450, 'value'),
    inPieces(20_000, 'x'.repeat(40)),
  ].entries()) {
    seen.socket.write(body);
    await vi.waitUntil(() => seen.text.split('"length":').length === turn + 2);
  }
  expect(seen.text.match(/"length":\d+/g)).toEqual(['"length":2250', '"length":2250', '"length":800000']);
});

test('whoever comes next is heard, and what the server asks others is read whole', async () => {
  for (let n = 0; n < 5; n += 1) {
    const seen = connect();
    seen.socket.write(inPieces(2000, 'a'));
    await vi.waitUntil(() => seen.closed);
    expect(await fetchLength('x'.repeat(3000))).toBe('{"length":3000}');
    const next = connect();
    next.socket.write(inPieces(3, 'abc'));
    await vi.waitUntil(() => next.text.includes('{"length":9}'));
  }
});
