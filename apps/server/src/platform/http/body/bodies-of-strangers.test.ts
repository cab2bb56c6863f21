import net from 'node:net';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openAccounts } from '../../../../test/accounts-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { registerThemesRoutes } from '../../../features/themes/index.ts';
import { sendError } from '../errors.ts';
import { createJsonBodies } from './json-bodies.ts';

const platform = await testPlatform();
const { server, person, post } = await openAccounts(platform, registerThemesRoutes);
const port = await listen(server.app);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

async function listen(app: Pick<typeof server.app, 'listen' | 'server'>): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as net.AddressInfo).port;
}

interface Unfinished {
  url: string;
  promised: number;
  sent: number;
  bearer?: string;
  to?: number;
}

/** Sends the head of a request and a part of its body, and then nothing more. Resolves with what comes back. */
function sendPart({ url, promised, sent, bearer, to = port }: Unfinished) {
  const socket = net.connect(to, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const told = { text: '', ended: false };
  socket.on('data', (bytes) => (told.text += bytes.toString()));
  socket.on('close', () => (told.ended = true)).on('error', () => undefined);
  const token = bearer ? `Authorization: Bearer ${bearer}\r\n` : '';
  const head = `${url} HTTP/1.1\r\nHost: x\r\n${token}Content-Type: application/json\r\nContent-Length: ${promised}\r\n\r\n`;
  socket.write(head);
  socket.write(Buffer.alloc(sent, 'a'));
  return told;
}

const MB = 1024 * 1024;

test.each([
  ['PUT /api/ups/odm/all', undefined, 'HTTP/1.1 401', 'unauthorised'],
  ['PUT /api/ups/odm/all', 'no such token', 'HTTP/1.1 401', 'unauthorised'],
  ['POST /api/no/such/route', undefined, 'HTTP/1.1 404', 'notFound'],
])(
  'a stranger who never ends 2 MB at %s (%s) is answered before its body is kept',
  async (url, bearer, status, key) => {
    const told = sendPart({ url, promised: 2 * MB, sent: 2 * MB - 100, ...(bearer && { bearer }) });
    await vi.waitUntil(() => told.text !== '', { timeout: 10_000 });
    expect(told.text).toContain(status);
    expect(told.text).toContain(key);
  },
);

test('a route that anybody may call takes no more than 16 kB', async () => {
  const told = sendPart({ url: 'POST /api/ups/user/login', promised: 17 * 1024, sent: 10 });
  await vi.waitUntil(() => told.text.includes('payloadTooLarge'), { timeout: 10_000 });
  expect(told.text).toMatch(/^HTTP\/1.1 413/);
  expect(await post('/ups/user/login', { account: 'x'.repeat(9000), password: 'y' })).not.toMatchObject({
    error: 'payloadTooLarge',
  });
});

test('unfinished bodies of one address fill their own room only, and give it back', async () => {
  const { token: bearer } = await person({ role: 'platformAdmin' });
  const asked = { url: 'PUT /api/ups/odm/all', bearer };
  const many = Array.from({ length: 9 }, () => sendPart({ ...asked, promised: 2 * MB, sent: 2 * MB - 100 }));
  await vi.waitUntil(() => many.some(({ text }) => text !== ''), { timeout: 10_000 });
  expect(many.map(({ text }) => text).join('')).toMatch(/^HTTP\/1.1 429/);
  expect(many.filter(({ text }) => text === '').length).toBeGreaterThanOrEqual(7);
  const other = await server.app.inject({
    method: 'PUT',
    url: '/api/ups/odm/all',
    headers: { authorization: `Bearer ${bearer}` },
    payload: [{ url: 'x'.repeat(200), themeColor: '#000000', iconUrl: null }],
    remoteAddress: '198.18.250.1',
  });
  expect(other.statusCode).toBe(200);
});

test('a body that does not come to its end in time is answered 408, and its connection closed', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const bodies = createJsonBodies(app, 50);
  app.setErrorHandler((error, request, reply) => sendError(platform, request, reply, error));
  const preParsing = async (request: FastifyRequest, reply: FastifyReply) =>
    bodies.expect(request, reply, { known: false, signed: false });
  app.post('/', { preParsing }, async () => 'reached');
  const told = sendPart({ url: 'POST /', promised: 1000, sent: 10, to: await listen(app) });
  await vi.waitUntil(() => told.ended, { timeout: 10_000 });
  expect(told.text).toMatch(/^HTTP\/1.1 408/);
  expect(told.text).toContain('bodyTooSlow');
});
