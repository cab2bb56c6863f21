import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeCertificate } from '../../../test/make-certificate.ts';
import { createWorkSlices, type WorkSlices } from '../work-slices.ts';
import type { FairRoomSize } from './body/fair-room.ts';
import { readInTurn } from './read-in-turn.ts';

const certificate = await makeCertificate();
afterAll(() => rm(certificate.directory, { recursive: true, force: true }));

interface World {
  handle?: http.RequestListener;
  /** Whose connections take turns by themselves. */
  isNear?: (address: string) => boolean;
  secure?: { key: string; cert: string };
  room?: FairRoomSize;
  slices?: Pick<WorkSlices, 'turn'>;
}

/** A server that tells how many bytes it was sent, and what it read in one go. */
async function serving({ handle, isNear = () => false, secure, ...options }: World = {}) {
  const tell: http.RequestListener = async (request, response) => {
    response.end(`length ${(await text(request)).length}`);
  };
  const server = secure ? https.createServer(secure, handle ?? tell) : http.createServer(handle ?? tell);
  readInTurn(server, { slices: createWorkSlices(), isNear, ...options });
  const seen = { connections: 0, most: 0, pieces: 0 };
  server.on(secure ? 'secureConnection' : 'connection', (socket: net.Socket) => {
    seen.connections += 1;
    socket.prependListener('data', (bytes: Buffer) => {
      seen.pieces += 1;
      seen.most = Math.max(seen.most, bytes.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { server, seen, port: (server.address() as net.AddressInfo).port };
}

function connect(port: number, from = '127.0.0.1') {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
  onTestFinished(() => void socket.destroy());
  return listenTo(socket);
}

function listenTo(socket: net.Socket) {
  const seen = { socket, text: '', isClosed: false };
  socket.on('data', (bytes) => (seen.text += bytes.toString('latin1')));
  socket.on('error', () => undefined).on('close', () => (seen.isClosed = true));
  return seen;
}

const post = (body: string) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

test('what comes is read whole, and in pieces', async () => {
  const { port, seen } = await serving();
  const one = connect(port);
  for (const length of [3_000_000, 10, 70_000]) {
    one.socket.write(post('x'.repeat(length)));
    await vi.waitUntil(() => one.text.endsWith(`length ${length}`));
  }
  expect(seen.most).toBe(8192);
  expect(seen.pieces).toBeGreaterThan(370);
});

test.skipIf(!certificate.made)('over TLS, too', async () => {
  const { port, seen } = await serving({
    secure: { key: readFileSync(certificate.key, 'utf8'), cert: readFileSync(certificate.cert, 'utf8') },
  });
  const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  const one = listenTo(socket);
  for (const length of [1_000_000, 10]) {
    socket.write(post('x'.repeat(length)));
    await vi.waitUntil(() => one.text.endsWith(`length ${length}`));
  }
  expect(seen.most).toBe(8192);
});

test('who says everything and that it was all is answered', async () => {
  const { port } = await serving();
  const one = connect(port);
  one.socket.end(post('x'.repeat(200_000)));
  await vi.waitUntil(() => one.isClosed);
  expect(one.text).toContain('length 200000');
});

test('a body that nobody reads is not taken in, and comes whole when somebody does', async () => {
  const read = Promise.withResolvers<void>();
  const { port, seen } = await serving({
    handle: async (request, response) => {
      await read.promise;
      response.end(`length ${(await text(request)).length}`);
    },
  });
  const one = connect(port);
  one.socket.write(post('x'.repeat(20_000_000)));
  const other = connect(port);
  other.socket.write(post('x'.repeat(10)));
  await vi.waitUntil(() => seen.connections === 2 && seen.pieces > 1);
  read.resolve();
  await vi.waitUntil(() => one.text.endsWith('length 20000000'));
  await vi.waitUntil(() => other.text.endsWith('length 10'));
});

test('who asks once does not wait behind all the connections of another network', async () => {
  const begun: (string | undefined)[] = [];
  const { port, seen } = await serving({
    handle: ({ socket }, response) => {
      begun.push(socket.remoteAddress);
      const until = performance.now() + 2;
      while (performance.now() < until);
      response.end();
    },
  });
  const all = [...Array.from({ length: 100 }, () => connect(port)), connect(port, '127.0.0.2')];
  await vi.waitUntil(() => seen.connections === all.length);
  for (const { socket } of all) socket.write(post(''));
  await vi.waitUntil(() => begun.length === all.length);
  expect(begun.indexOf('127.0.0.2')).toBeLessThan(60);
});

test('who asks once does not wait until what others send is read, whatever it is', async () => {
  const { port, seen } = await serving();
  const strangers = Array.from({ length: 20 }, () => connect(port));
  const one = connect(port, '127.0.0.2');
  await vi.waitUntil(() => seen.connections === 21);
  // Node makes something of each of these bytes.
  const costly = `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(10_000)}0\r\n\r\n`;
  for (const { socket } of strangers) socket.write(costly);
  one.socket.write(post('now'));
  await vi.waitUntil(() => one.text.includes('length 3'));
  expect(strangers.filter(({ text: answer }) => answer !== '')).toHaveLength(0);
  await vi.waitUntil(() => strangers.every(({ text: answer }) => answer.endsWith('length 10000')));
});

test('each connection of a proxy takes turns by itself', async () => {
  const { port, seen } = await serving({ isNear: () => true });
  const many = Array.from({ length: 20 }, () => connect(port));
  for (const { socket } of many) socket.write(post('x'.repeat(300_000)));
  await vi.waitUntil(() => many.every(({ text: answer }) => answer.endsWith('length 300000')));
  expect(seen.most).toBe(8192);
});

test('where there is no room for what waits, who has least of it is read, and who has most is disconnected', async () => {
  const begin = Promise.withResolvers<void>();
  const { port, seen } = await serving({
    room: { account: 1_000_000, site: 1_000_000, inAll: 500_000 },
    slices: { turn: (sender) => (sender() === '127.0.0.3' ? undefined : begin.promise) },
  });
  const many = Array.from({ length: 20 }, () => connect(port));
  const [one, next] = [connect(port, '127.0.0.2'), connect(port, '127.0.0.3')];
  await vi.waitUntil(() => seen.connections === 22);
  for (const { socket } of many) socket.write(post('x'.repeat(60_000)));
  await vi.waitUntil(() => many.filter(({ isClosed }) => isClosed).length === 12);
  one.socket.write(post('x'.repeat(60_000)));
  await vi.waitUntil(() => many.filter(({ isClosed }) => isClosed).length === 13);
  next.socket.write(post(''));
  await vi.waitUntil(() => next.text.endsWith('length 0'));
  begin.resolve();
  await vi.waitUntil(() => one.text.endsWith('length 60000'));
  await vi.waitUntil(() => many.filter(({ text: answer }) => answer.endsWith('length 60000')).length === 7);
});
