import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  ROLE_MATRIX,
  ROLES,
  routes,
  type ErrorEnvelope,
  type Role,
  type RouteDefinition,
  type RouteName,
} from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveActor } from '../../src/features/accounts/index.ts';
import { createHttpServer, type HttpServer } from '../../src/platform/http/server.ts';
import { registerRoutes } from '../../src/register-routes.ts';
import { openServices, type Services } from '../../src/services.ts';
import { testPlatform } from '../harness.ts';
import { NAMES_OBJECT, objectOf, requestOf, type WalkRequest } from './requests.ts';
import { mintWorld, type World } from './world.ts';

/** Walks every route of the contract as nobody and as every role, with what is theirs and with what is another's. */

const platform = await testPlatform();
let services: Services;
let server: HttpServer;
let foreign: World;

beforeAll(async () => {
  foreign = await mintWorld(platform, 'organisationAdmin');
  services = await openServices(platform);
  server = await createHttpServer(platform, (bearer) => resolveActor(platform, bearer));
  registerRoutes(server, services, '0.0.0-test');
  await server.app.ready();
});

afterAll(async () => {
  await server?.app.close();
  await services?.stop();
  await platform.stop();
});

const all = Object.entries(routes) as [RouteName, RouteDefinition][];
const sessionRoutes = all.filter(([, route]) => route.auth === 'session');
let addresses = 0;

async function ask(name: RouteName, token: string | undefined, request: WalkRequest) {
  const route: RouteDefinition = routes[name];
  const body = request.payload === undefined ? undefined : JSON.stringify(request.payload);
  const signature = route.signed && token ? await sign(token, { ...request, body: body ?? '' }) : {};
  addresses += 1;
  const response = await server.app.inject({
    method: request.method,
    url: request.url,
    // Limits count by address; the walk is not about them.
    remoteAddress: `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...signature,
      'accept-language': 'en-US',
    },
    ...(body === undefined ? {} : { payload: body }),
    ...(route.transport === 'stream' ? { payloadAsStream: true } : {}),
  });
  if (route.transport === 'stream') {
    response.stream().destroy();
    return { status: response.statusCode, text: '', error: '' };
  }
  const error = response.statusCode === 200 ? '' : (JSON.parse(response.body) as ErrorEnvelope).error;
  return { status: response.statusCode, text: response.body, error };
}

/** What a client does for a route that wants a signature. */
async function sign(token: string, request: { method: string; url: string; body: string }) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/ups/user/get',
    headers: { authorization: `Bearer ${token}` },
  });
  const { data: key } = answer.json() as { data: string | null };
  if (key === null) return {};
  const time = String(platform.clock.now());
  const nonce = randomBytes(8).toString('hex');
  const digest = createHash('sha256').update(request.body).digest('hex');
  const text = [request.method, request.url, digest, time, nonce].join('\n');
  return {
    'x-sunfleet-time': time,
    'x-sunfleet-nonce': nonce,
    'x-sunfleet-signature': createHmac('sha256', key).update(text).digest('hex'),
  };
}

function may(role: Role, { permission, method, forVisitors }: RouteDefinition): boolean {
  if (permission === 'any') return role !== 'visitor' || method === 'GET' || forVisitors === true;
  return ROLE_MATRIX[role].permissions.includes(permission!);
}

describe('nobody', () => {
  test.each(sessionRoutes)('%s asks for a session', async (name) => {
    const request = requestOf(name, foreign.ids);
    expect((await ask(name, undefined, request)).status).toBe(401);
    expect((await ask(name, 'not-a-token', request)).status).toBe(401);
    expect((await ask(name, 'sfa_not-a-key', request)).status).toBe(401);
  });

  test.each(all.filter(([, { auth }]) => auth === 'device' || auth === 'ingestKey'))(
    '%s asks for its secret',
    async (name) => {
      const { status } = await ask(name, 'wrong', requestOf(name, foreign.ids));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );
});

describe.each(ROLES)('%s', (role) => {
  test.each(sessionRoutes)('%s is open by the matrix alone', async (name, route) => {
    const { token, ids } = await mintWorld(platform, role);
    const { status, text, error } = await ask(name, token, requestOf(name, ids));
    expect(status, text).toBeLessThan(500 + (error === 'migrationNotOffered' ? 2 : 0));
    if (!may(role, route)) expect(status, text).toBe(403);
    else if (error !== 'moreThanHeld') expect([401, 403], text).not.toContain(status);
  });

  test.each(sessionRoutes)('%s tells nothing of what is out of scope', async (name, route) => {
    if (ROLE_MATRIX[role].scope === 'all') return;
    const { token } = await mintWorld(platform, role);
    const { status, text } = await ask(name, token, requestOf(name, foreign.ids));
    for (const secret of foreign.secrets) expect(text).not.toContain(secret);
    if (may(role, route) && (objectOf(route) || NAMES_OBJECT.has(name))) expect(status, text).toBe(404);
  });
});

describe('wrong input', () => {
  const withBody = sessionRoutes.filter(([, { body }]) => body !== undefined);

  test.each(withBody)('%s is walked with a body that the contract takes', (name, { body }) => {
    const { payload } = requestOf(name, foreign.ids);
    expect(body!.safeParse(payload).success, 'write its body in requests.ts').toBe(true);
  });

  test.each(withBody)('%s says what is wrong with a body that is none', async (name, { body }) => {
    const { token, ids } = await mintWorld(platform, 'platformAdmin');
    // Neither an object nor a list that the contract would take.
    const payload = body!.safeParse([]).success ? { nothing: true } : [];
    const { status, error, text } = await ask(name, token, { ...requestOf(name, ids), payload });
    expect([status, error], text).toEqual([400, 'invalidInput']);
    expect((JSON.parse(text) as ErrorEnvelope).fields?.length).toBeGreaterThan(0);
  });

  test.each(withBody)('%s refuses what is no JSON', async (name) => {
    const { token, ids } = await mintWorld(platform, 'platformAdmin');
    const response = await server.app.inject({
      ...requestOf(name, ids),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{"half": ',
    });
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json()).toMatchObject({ error: 'malformedJson' });
  });
});

test('every route of the contract is on the server', () => {
  const missing = all.filter(([, { method, path }]) => !server.app.hasRoute({ method, url: `/api${path}` }));
  expect(missing.map(([name]) => name)).toEqual([]);
});
