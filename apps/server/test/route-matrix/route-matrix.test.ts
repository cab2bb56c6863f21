import {
  isReading,
  ROLE_MATRIX,
  ROLES,
  routes,
  type ErrorEnvelope,
  type Role,
  type RouteDefinition,
  type RouteName,
} from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlatform } from '../harness.ts';
import { isLeftOut, nestedRequests } from './nested-ids.ts';
import { openWalk, type Walk } from './open-walk.ts';
import { NAMES_OBJECT, objectOf, requestOf } from './requests.ts';
import { mintWorld, type World } from './world.ts';

/** Walks every route of the contract as nobody and as every role, with what is theirs and with what is another's. */

const platform = await testPlatform();
let walk: Walk;
let foreign: World;
const ask: Walk['ask'] = (...request) => walk.ask(...request);

type Minted = Awaited<ReturnType<typeof mintWorld>>;
/** How long a sign-in counts as a fresh one, and less. */
const FRESH_MS = 300_000;
/** Worlds of people who change nothing, one of each role: to mint a world takes longer than most requests. */
const standing = new Map<Role, { minted: Promise<Minted>; until: number }>();

/** Somebody for a request that changes nothing. */
function onlooker(role: Role): Promise<Minted> {
  // What one person may ask within a minute is no matter of the walk.
  platform.clock.advance(1000);
  const now = platform.clock.now();
  const known = standing.get(role);
  if (known && now < known.until) return known.minted;
  const minted = mintWorld(platform, role);
  standing.set(role, { minted, until: now + FRESH_MS });
  return minted;
}

/** Worlds in which a request was refused, and so changed nothing: for the next one. */
const untouched = new Map<Role, { minted: Minted; until: number }>();

/** Asks as somebody of a role: of their own where it changes what is theirs. */
async function askAs(
  role: Role,
  name: RouteName,
  requestIn: (minted: Minted) => ReturnType<typeof requestOf>,
): Promise<{ minted: Minted; request: ReturnType<typeof requestOf> } & Awaited<ReturnType<Walk['ask']>>> {
  const route: RouteDefinition = routes[name];
  const changes = !isReading(route) && may(role, route);
  const now = platform.clock.now();
  const kept = changes ? untouched.get(role) : undefined;
  untouched.delete(role);
  const isFresh = kept !== undefined && now < kept.until;
  const minted = isFresh ? kept.minted : await (changes ? mintWorld(platform, role) : onlooker(role));
  const request = requestIn(minted);
  const answer = await ask(name, minted.token, request);
  if (changes && answer.status >= 400)
    untouched.set(role, { minted, until: isFresh ? kept.until : now + FRESH_MS });
  return { minted, request, ...answer };
}

beforeAll(async () => {
  foreign = await mintWorld(platform, 'organisationAdmin');
  walk = await openWalk(platform);
});

afterAll(async () => {
  await walk?.stop();
  await platform.stop();
});

const all = Object.entries(routes) as [RouteName, RouteDefinition][];
const sessionRoutes = all.filter(([, route]) => route.auth === 'session');
function may(role: Role, { permission, method, stepUp, forVisitors }: RouteDefinition): boolean {
  if (permission === 'any')
    return role !== 'visitor' || (method === 'GET' && stepUp !== true) || forVisitors === true;
  return ROLE_MATRIX[role].permissions.includes(permission!);
}

/** The library of an organisation is changed by those alone who reach all of its stations. */
const LIBRARY: ReadonlySet<RouteName> = new Set<RouteName>(['updateComponent', 'deleteComponent']);
/** Rates of an organisation convert what all of its stations earn; who sees only what they own keeps their own. */
const setsNoRates = (name: RouteName, role: Role) =>
  name === 'saveExchangeRates' && ROLE_MATRIX[role].scope === 'granted';
/** As what devices of an organisation are recorded is said by who works for it, not by its customers. */
const recordsNothing = (name: RouteName, role: Role) =>
  name === 'recordCustomPoint' && ROLE_MATRIX[role].scope === 'own';
const reachesSome = (role: Role) => ['granted', 'own'].includes(ROLE_MATRIX[role].scope);

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
    const { minted, request, status, text, error } = await askAs(role, name, ({ ids }) =>
      requestOf(name, ids),
    );
    const { ids } = minted;
    if (role === 'visitor' && !JSON.stringify(request).includes(ids.sn)) expect(text).not.toContain(ids.sn);
    expect(status, text).toBeLessThan(500 + (error === 'migrationNotOffered' ? 2 : 0));
    const isOfWhole = (LIBRARY.has(name) && reachesSome(role)) || setsNoRates(name, role);
    if (!may(role, route) || isOfWhole || recordsNothing(name, role)) expect(status, text).toBe(403);
    else if (error !== 'moreThanHeld') expect([401, 403], text).not.toContain(status);
  });

  test.each(sessionRoutes)('%s tells nothing of what is out of scope', async (name, route) => {
    if (ROLE_MATRIX[role].scope === 'all') return;
    const namesObject = Boolean(objectOf(route)) || NAMES_OBJECT.has(name);
    // What names another's object is refused, and so changes nothing.
    const request = requestOf(name, foreign.ids);
    const { status, text } = namesObject
      ? await ask(name, (await onlooker(role)).token, request)
      : await askAs(role, name, () => request);
    for (const secret of foreign.secrets) expect(text).not.toContain(secret);
    if (may(role, route) && namesObject) expect(status, text).toBe(404);
  });
});

describe('an id inside a request that is another’s', () => {
  test.each(sessionRoutes)('%s takes none, or leaves it out', async (name) => {
    const { token, ids } = await onlooker('organisationAdmin');
    for (const { place, request } of nestedRequests(name, ids, foreign.ids)) {
      const { status, text } = await ask(name, token, request);
      const shown = foreign.secrets.filter((secret) => secret !== foreign.ids.sn && text.includes(secret));
      expect(shown, `${place}: ${text}`).toEqual([]);
      expect(status, `${place}: ${text}`).toBeLessThan(500);
      if (!isLeftOut(place)) expect(status, `${place}: ${text}`).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('wrong input', () => {
  const withBody = sessionRoutes.filter(([, { body }]) => body !== undefined);

  test.each(withBody)('%s is walked with a body that the contract takes', (name, { body }) => {
    const { payload } = requestOf(name, foreign.ids);
    expect(body!.safeParse(payload).success, 'write its body in requests.ts').toBe(true);
  });

  test.each(withBody)('%s says what is wrong with a body that is none', async (name, { body }) => {
    const { token, ids } = await onlooker('platformAdmin');
    // Neither an object nor a list that the contract would take.
    const payload = body!.safeParse([]).success ? { nothing: true } : [];
    const { status, error, text } = await ask(name, token, { ...requestOf(name, ids), payload });
    expect([status, error], text).toEqual([400, 'invalidInput']);
    expect((JSON.parse(text) as ErrorEnvelope).fields?.length).toBeGreaterThan(0);
  });

  test.each(withBody)('%s refuses what is no JSON', async (name) => {
    const { token, ids } = await onlooker('platformAdmin');
    const response = await walk.app.inject({
      ...requestOf(name, ids),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{"half": ',
    });
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json()).toMatchObject({ error: 'malformedJson' });
  });
});

test('every route of the contract is on the server', () => {
  const missing = all.filter(([, { method, path }]) => !walk.app.hasRoute({ method, url: `/api${path}` }));
  expect(missing.map(([name]) => name)).toEqual([]);
});
