import net from 'node:net';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openAccounts, PASSWORD } from '../../../../test/accounts-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { registerThemesRoutes } from '../../../features/themes/index.ts';
import { hashToken } from '../../tokens.ts';
import { sendError } from '../errors.ts';
import { createBodyRooms } from './body-rooms.ts';
import { createJsonBodies } from './json-bodies.ts';

const platform = await testPlatform();
const { server, person, post, login: signInAt } = await openAccounts(platform, registerThemesRoutes);
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
  /** Further lines of the head. */
  more?: string;
  to?: number;
}

/** Sends the head of a request and a part of its body, and then nothing more. Resolves with what comes back. */
function sendPart({ url, promised, sent, bearer, more = '', to = port }: Unfinished) {
  const socket = net.connect(to, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const told = { socket, text: '', ended: false };
  socket.on('data', (bytes) => (told.text += bytes.toString()));
  socket.on('close', () => (told.ended = true)).on('error', () => undefined);
  const token = bearer ? `Authorization: Bearer ${bearer}\r\n` : '';
  const head = `${url} HTTP/1.1\r\nHost: x\r\n${token}${more}Content-Type: application/json\r\nContent-Length: ${promised}\r\n\r\n`;
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
    await vi.waitUntil(() => told.text !== '');
    expect(told.text).toContain(status);
    expect(told.text).toContain(key);
  },
);

test('who waits to be asked for a body is asked once its session was checked, and a stranger never', async () => {
  const { token } = await person({ role: 'platformAdmin' });
  const waiting = { url: 'PUT /api/ups/odm/all', promised: 2, sent: 0, more: 'Expect: 100-continue\r\n' };
  const [known, stranger] = [
    sendPart({ ...waiting, bearer: token }),
    sendPart({ ...waiting, bearer: 'none' }),
  ];
  await vi.waitUntil(() => stranger.ended && known.text !== '');
  expect(stranger.text).toMatch(/^HTTP\/1.1 401/);
  expect(known.text).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  known.socket.write('[]');
  await vi.waitUntil(() => known.text.includes('"code":200'));
});

test('a route that anybody may call takes no more than 16 kB', async () => {
  const told = sendPart({ url: 'POST /api/ups/user/login', promised: 17 * 1024, sent: 10 });
  await vi.waitUntil(() => told.text.includes('payloadTooLarge'));
  expect(told.text).toMatch(/^HTTP\/1.1 413/);
  expect(await post('/ups/user/login', { account: 'x'.repeat(9000), password: 'y' })).not.toMatchObject({
    error: 'payloadTooLarge',
  });
});

/** A body of 1.9 MB, most of it white space. */
const LARGE =
  ' '.repeat(1_900_000) + JSON.stringify([{ url: 'x'.repeat(200), themeColor: '#000000', iconUrl: null }]);

const sendLarge = (bearer: string, body = LARGE) =>
  server.app.inject({
    method: 'PUT',
    url: '/api/ups/odm/all',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    payload: body,
    remoteAddress: '127.0.0.1',
  });

test('eight unfinished bodies of 2 MB of one account fill its own room, not that of others behind the same address', async () => {
  const [attacker, neighbour] = [
    await person({ role: 'platformAdmin' }),
    await person({ role: 'platformAdmin' }),
  ];
  const asked = { url: 'PUT /api/ups/odm/all', bearer: attacker.token, promised: 2 * MB, sent: 2 * MB - 100 };
  const many = Array.from({ length: 8 }, () => sendPart(asked));
  const refused = () => many.filter(({ text }) => text.startsWith('HTTP/1.1 429'));
  await vi.waitUntil(() => refused().length >= 4);
  expect((await sendLarge(neighbour.token)).statusCode).toBe(200);
  expect((await sendLarge(attacker.token, LARGE.trim())).statusCode).toBe(200);
  for (const { socket } of many) socket.destroy();
  await vi.waitUntil(async () => (await sendLarge(attacker.token)).statusCode === 200);
});

test('unfinished logins of one person keep nobody behind the same address from signing in', async () => {
  const neighbour = await person();
  let begun = 0;
  server.app.server.on('request', () => (begun += 1));
  const login = { url: 'POST /api/ups/user/login', promised: 16 * 1024, sent: 16_000 };
  const many = Array.from({ length: 60 }, () => sendPart(login));
  await vi.waitUntil(() => begun >= 60);
  expect((await signInAt(neighbour.email, PASSWORD, '127.0.0.1')).code).toBe(200);
  expect(many.map(({ text }) => text).join('')).toBe('');
});

test('four sites that fill the room for bodies do not keep out a fifth, nor an account behind one of them', async () => {
  const app = Fastify({ trustProxy: true });
  onTestFinished(() => app.close());
  const size = { account: 400_000, site: 800_000, inAll: 1_500_000 };
  const bodies = createJsonBodies(app, { rooms: createBodyRooms({ accounts: size, strangers: size }) });
  app.setErrorHandler((error, request, reply) => sendError(platform, request, reply, error));
  const preParsing = async (request: FastifyRequest, reply: FastifyReply) =>
    bodies.expect(request, reply, { account: String(request.headers.account), signed: false });
  app.post('/', { preParsing }, async () => 'reached');
  const to = await listen(app);
  const many = [1, 2, 3, 4].flatMap((site) =>
    [1, 2].map((account) =>
      sendPart({
        url: 'POST /',
        promised: 300_000,
        sent: 210_000,
        more: `X-Forwarded-For: 10.8.${site}.1\r\nAccount: a${site}${account}\r\n`,
        to,
      }),
    ),
  );
  const push = (site: number) =>
    app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json', account: 'honest', 'x-forwarded-for': `10.8.${site}.9` },
      payload: spaces(150_000),
    });
  await vi.waitUntil(() => many.some(({ text }) => text.startsWith('HTTP/1.1 429')));
  for (const site of [5, 4, 3]) expect((await push(site)).statusCode).toBe(200);
});

const FULL = { account: 0, site: 0, inAll: 0 };

/** A server all of whose rooms are full. */
async function withFullRooms(handler: () => Promise<string>) {
  const app = Fastify();
  onTestFinished(() => app.close());
  const bodies = createJsonBodies(app, {
    rooms: createBodyRooms({ accounts: FULL, strangers: FULL }),
  });
  app.setErrorHandler((error, request, reply) => sendError(platform, request, reply, error));
  const preParsing = async (request: FastifyRequest, reply: FastifyReply) =>
    bodies.expect(request, reply, { account: null, signed: false });
  app.post('/', { preParsing }, handler);
  return app;
}

const spaces = (count: number) => `${' '.repeat(count)}{}`;

test.each([
  [16_000, 200],
  [17_000, 429],
])('where somebody has filled every room, a body of %i bytes is answered %i', async (length, status) => {
  const app = await withFullRooms(async () => 'reached');
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: '/', headers, payload: spaces(length) });
  expect(answer.statusCode).toBe(status);
});

test('a connection has small bodies free one at a time, not as many as it can send ahead', async () => {
  const gate = Promise.withResolvers<void>();
  let reached = 0;
  const app = await withFullRooms(async () => {
    reached += 1;
    await gate.promise;
    return 'reached';
  });
  const socket = net.connect(await listen(app), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let told = '';
  socket.on('data', (bytes) => (told += bytes.toString()));
  const body = spaces(10_000);
  const one = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  socket.write(one + one);
  await vi.waitUntil(() => reached === 1);
  gate.resolve();
  await vi.waitUntil(() => told.includes('429'));
  expect(told).toMatch(/HTTP\/1.1 200.*HTTP\/1.1 429/s);
});

test('a body that does not come to its end in time is answered 408, and its connection closed', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const bodies = createJsonBodies(app, { withinMs: 50 });
  app.setErrorHandler((error, request, reply) => sendError(platform, request, reply, error));
  const preParsing = async (request: FastifyRequest, reply: FastifyReply) =>
    bodies.expect(request, reply, { account: null, signed: false });
  app.post('/', { preParsing }, async () => 'reached');
  const told = sendPart({ url: 'POST /', promised: 1000, sent: 10, to: await listen(app) });
  await vi.waitUntil(() => told.ended);
  expect(told.text).toMatch(/^HTTP\/1.1 408/);
  expect(told.text).toContain('bodyTooSlow');
});

test('JSON of somebody signed in that is deep or full of objects is refused before it is parsed', async () => {
  const { token } = await person({ role: 'platformAdmin' });
  for (const text of ['['.repeat(2 * MB), `[${'{},'.repeat(600_000)}1]`])
    expect((await sendLarge(token, text)).json()).toMatchObject({ error: 'jsonTooComplex' });
});

/** Begins to set the themes and ends the body when something has happened meanwhile; answers what comes back. */
async function endLate(bearer: string, meanwhile: () => Promise<unknown>): Promise<string> {
  const body = JSON.stringify([{ url: 'late.test', themeColor: '#123456', iconUrl: null }]);
  const told = sendPart({ url: 'PUT /api/ups/odm/all', bearer, promised: body.length, sent: 0 });
  const seen = () =>
    platform.db
      .selectFrom('sessions')
      .select('id')
      .where('tokenHash', '=', hashToken(bearer))
      .where('lastSeenAt', 'is not', null)
      .executeTakeFirst();
  await vi.waitUntil(seen);
  await meanwhile();
  platform.clock.advance(2000);
  told.socket.write(body);
  await vi.waitUntil(() => told.text !== '');
  return told.text;
}

test('who loses the session or the right while the body comes changes nothing with it', async () => {
  const admin = () => person({ role: 'platformAdmin' });
  const [out, demoted, still] = [await admin(), await admin(), await admin()];
  const ended = await endLate(out.token, () =>
    platform.db.deleteFrom('sessions').where('userId', '=', out.id).execute(),
  );
  expect(ended).toContain('unauthorised');
  const refused = await endLate(demoted.token, () =>
    platform.db.updateTable('users').set({ role: 'owner' }).where('id', '=', demoted.id).execute(),
  );
  expect(refused).toContain('noDataPermission');
  expect(await endLate(still.token, async () => undefined)).toMatch(/^HTTP\/1.1 200/);
});
