import net from 'node:net';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { createBodyRooms } from './body/body-rooms.ts';
import { createJsonBodies } from './body/json-bodies.ts';
import { receiveFile } from './receive-file.ts';

const MOST = 200_000;

/** A server that takes a file to memory, with room for some. */
async function listen(): Promise<number> {
  const app = Fastify();
  onTestFinished(() => app.close());
  const size = { account: 400_000, site: 800_000, inAll: 800_000 };
  const bodies = createJsonBodies(app, { rooms: createBodyRooms({ files: size }) });
  // What takes bodies before it is taken away by the reader of JSON.
  await app.register(multipart, { limits: { files: 1, fields: 0 } });
  app.setErrorHandler((error, _, reply) =>
    reply
      .code(error instanceof AppError ? error.status : 500)
      .send(error instanceof AppError ? error.key : error),
  );
  const preParsing = async (request: FastifyRequest, reply: FastifyReply) =>
    bodies.expect(request, reply, { account: String(request.headers.account), signed: false, isFile: true });
  app.post('/', { preParsing }, async (request, reply) => {
    const { bytes, fileName } = await receiveFile(request, reply, MOST);
    return `${fileName} has ${bytes.length}`;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as net.AddressInfo).port;
}

const HEAD = '--part\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
const END = '\r\n--part--\r\n';

/** Sends some bytes of a file, and its end only where it is to come. */
function send(port: number, { account, bytes, ends }: { account: string; bytes: number; ends: boolean }) {
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const told = { text: '' };
  socket.on('data', (answer) => (told.text += answer.toString())).on('error', () => undefined);
  const length = HEAD.length + bytes + END.length;
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nAccount: ${account}\r\nContent-Type: multipart/form-data; boundary=part\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(HEAD + 'a'.repeat(bytes) + (ends ? END : ''));
  return told;
}

test('unfinished files of one account fill its own room, and keep nobody else from sending one', async () => {
  const port = await listen();
  const many = Array.from({ length: 8 }, () =>
    send(port, { account: 'attacker', bytes: 190_000, ends: false }),
  );
  const refused = () => many.filter(({ text }) => text.includes('tooManyRequests'));
  await vi.waitUntil(() => refused().length >= 5);
  const neighbour = send(port, { account: 'neighbour', bytes: 190_000, ends: true });
  await vi.waitUntil(() => neighbour.text !== '');
  expect(neighbour.text).toContain('a.pdf has 190000');
});

test('a file that is larger than it may be is refused', async () => {
  const told = send(await listen(), { account: 'one', bytes: MOST + 1, ends: true });
  await vi.waitUntil(() => told.text !== '');
  expect(told.text).toContain('payloadTooLarge');
});

test.each(['', '; boundary=', `; boundary=${'a'.repeat(300)}`, '; boundary=none'])(
  'a head that separates no parts is an input that is not valid: multipart/form-data%s',
  async (boundary) => {
    const port = await listen();
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { account: 'a', 'content-type': `multipart/form-data${boundary}` },
      body: HEAD + END,
    });
    expect([answer.status, await answer.text()]).toEqual([400, 'invalidInput']);
  },
);
