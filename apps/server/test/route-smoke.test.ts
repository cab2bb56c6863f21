import {
  ROLE_MATRIX,
  ROLES,
  routes,
  type Role,
  type RouteDefinition,
  type RouteName,
} from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveActor, signIn } from '../src/features/accounts/index.ts';
import { createHttpServer, type HttpServer } from '../src/platform/http/server.ts';
import { registerRoutes } from '../src/register-routes.ts';
import { openServices, type Services } from '../src/services.ts';
import { testPlatform } from './harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from './makers.ts';

/** Walks every route of the contract as nobody and as every role, with what is theirs and with what is another's. */

const platform = await testPlatform();
let services: Services;
let server: HttpServer;
const tokens = new Map<Role, string>();
const mine = { station: 0, device: 0 };
const theirs = { station: 0, device: 0, name: 'Hidden station of somebody else', sn: 'HIDDENSN0001' };

beforeAll(async () => {
  const organisation = await makeOrganisation(platform);
  const owner = await makeUser(platform, { role: 'owner', organisationId: organisation.id });
  const station = await makeStation(platform, {
    organisationId: organisation.id,
    ownerId: owner.id,
    shared: true,
  });
  mine.station = station.id;
  mine.device = (await makeDevice(platform, { stationId: station.id, organisationId: organisation.id })).id;
  const foreign = await makeStation(platform, { name: theirs.name });
  theirs.station = foreign.id;
  theirs.device = (
    await makeDevice(platform, {
      sn: theirs.sn,
      stationId: foreign.id,
      organisationId: foreign.organisationId,
    })
  ).id;
  for (const role of ROLES) {
    const user =
      role === 'owner' ? owner : await makeUser(platform, { role, organisationId: organisation.id });
    if (role !== 'visitor') tokens.set(role, await signIn(platform, user));
  }
  services = await openServices(platform);
  server = await createHttpServer(platform, (bearer) => resolveActor(platform, bearer));
  registerRoutes(server, services, '0.0.0-test');
  await server.app.ready();
  const visitor = await server.app.inject({ method: 'POST', url: '/api/ups/user/visitor' });
  tokens.set('visitor', (visitor.json() as { data: { token: string } }).data.token);
});

afterAll(async () => {
  await server?.app.close();
  await services?.stop();
  await platform.stop();
});

const all = Object.entries(routes) as [RouteName, RouteDefinition][];
const sessionRoutes = all.filter(([name, route]) => route.auth === 'session' && name !== 'logout');

/** Query and body that each route accepts; a route that needs none is absent. */
const QUERY: Partial<Record<RouteName, string>> = {
  stationEnergy: '?grain=day&from=2026-06-01&to=2026-06-21',
  deviceEnergy: '?grain=day&from=2026-06-01&to=2026-06-21',
  deviceHistory: '?points=ac.power&from=1750000000000&to=1750003600000',
  portfolioEnergy: '?grain=day&from=2026-06-01&to=2026-06-21',
};
const BODY: Partial<Record<RouteName, () => object>> = {
  createIngestKey: () => ({ name: 'Made by the walk' }),
  createStation: () => ({
    name: 'Made by the walk',
    type: 'commercial',
    capacityKw: 10,
    latitude: 40,
    longitude: -3,
  }),
  handOverStation: () => ({ account: 'missing@example.test' }),
  changeInstaller: () => ({ organisationCode: 'NO-SUCH-CODE' }),
  labelStation: () => ({ labelIds: [] }),
  labelDevice: () => ({ labelIds: [] }),
  addDevice: () => ({ sn: `WALK${Math.random().toString(36).slice(2, 10)}`, kind: 'inverter' }),
  startImport: () => ({
    fileId: '00000000-0000-4000-8000-000000000000',
    mapping: {
      stationId: mine.station,
      timeColumn: 'time',
      timeZone: 'UTC',
      sn: 'WALK',
      columns: [{ column: 'p', point: 'ac.power' }],
    },
  }),
};

interface Ids {
  station: number;
  device: number;
}

async function ask(name: RouteName, token: string | undefined, ids: Ids = mine) {
  const route: RouteDefinition = routes[name];
  const id = route.path.startsWith('/devices') ? ids.device : ids.station;
  const url = `/api${route.path.replace(':id', String(id)).replace(':sn', 'NOSUCHSN')}${QUERY[name] ?? ''}`;
  const body = BODY[name]?.();
  const response = await server.app.inject({
    method: route.method,
    url,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'accept-language': 'en-US' },
    ...(body ? { payload: body } : {}),
    ...(route.transport === 'stream' ? { payloadAsStream: true } : {}),
  });
  if (route.transport === 'stream') response.stream().destroy();
  return { status: response.statusCode, text: route.transport === 'stream' ? '' : response.body };
}

const may = (role: Role, route: RouteDefinition) =>
  route.permission === 'any'
    ? role !== 'visitor' || route.method === 'GET' || route.forVisitors === true
    : ROLE_MATRIX[role].permissions.includes(route.permission!);

/** What a route answers that is there and not offered. */
const NOT_OFFERED = 501;

describe('nobody', () => {
  test.each(sessionRoutes)('%s asks for a session', async (name) => {
    expect((await ask(name, undefined)).status).toBe(401);
    expect((await ask(name, 'not-a-token')).status).toBe(401);
  });

  test.each(all.filter(([, { auth }]) => auth === 'device' || auth === 'ingestKey'))(
    '%s asks for its secret',
    async (name) => {
      expect((await ask(name, 'wrong')).status).toBeGreaterThanOrEqual(400);
      expect((await ask(name, 'wrong')).status).toBeLessThan(500);
    },
  );
});

describe.each(ROLES)('%s', (role) => {
  test.each(sessionRoutes)('%s is open by the matrix alone', async (name, route) => {
    const { status, text } = await ask(name, tokens.get(role));
    if (status !== NOT_OFFERED) expect(status, text).toBeLessThan(500);
    if (may(role, route)) expect([401, 403], text).not.toContain(status);
    else expect(status, text).toBe(403);
  });

  test.each(sessionRoutes)('%s tells nothing of what is out of scope', async (name, route) => {
    if (ROLE_MATRIX[role].scope === 'all') return;
    const { status, text } = await ask(name, tokens.get(role), theirs);
    expect(text).not.toContain(theirs.name);
    expect(text).not.toContain(theirs.sn);
    if (may(role, route) && route.path.includes(':id')) expect(status, text).toBe(404);
  });
});

test('every route of the contract is on the server', () => {
  const missing = all.filter(([, { method, path }]) => !server.app.hasRoute({ method, url: `/api${path}` }));
  expect(missing.map(([name]) => name)).toEqual([]);
});
