import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlatform } from '../harness.ts';
import { hostileAddresses, hostileBodies } from './hostile-values.ts';
import { openWalk, type Walk } from './open-walk.ts';
import { requestOf, type WalkRequest } from './requests.ts';
import { mintWorld } from './world.ts';

/** Sends every route what no client sends: the answer may be any, but never an error of the server. */

const platform = await testPlatform();
let walk: Walk;

beforeAll(async () => {
  walk = await openWalk(platform);
});

afterAll(async () => {
  await walk?.stop();
  await platform.stop();
});

type Minted = Awaited<ReturnType<typeof mintWorld>>;

const all = Object.entries(routes) as [RouteName, RouteDefinition][];
/** Requests between two steps of the clock: far below what a route allows within a minute. */
const BURST = 5;

/** The requests whose answer is an error of the server. */
async function failuresOf(
  name: RouteName,
  hostile: (route: RouteDefinition, request: WalkRequest) => Iterable<WalkRequest>,
) {
  const failures: string[] = [];
  let world: Minted = await mintWorld(platform, 'platformAdmin');
  let sent = 0;
  for (const request of hostile(routes[name], requestOf(name, world.ids))) {
    sent += 1;
    if (sent % BURST === 0) platform.clock.advance(60_000);
    const { status, error, text } = await walk.ask(name, world.token, request);
    const planned = error === 'migrationNotOffered';
    if (status >= 500 && !planned)
      failures.push(
        `${request.method} ${request.url.slice(0, 200)} ${JSON.stringify(request.payload)?.slice(0, 300)}: ${text}`,
      );
    // Some routes end the session they were called by.
    if (status === 401) world = await mintWorld(platform, 'platformAdmin');
  }
  return failures;
}

describe('addresses', () => {
  const addressed = all.filter(([, { path, query }]) => path.includes(':') || query !== undefined);

  test.each(addressed)(
    '%s bears hostile paths and queries',
    async (name) => {
      expect(await failuresOf(name, hostileAddresses)).toEqual([]);
    },
    60_000,
  );
});

describe('bodies', () => {
  const withBody = all.filter(([, { body }]) => body !== undefined);

  test.each(withBody)(
    '%s bears hostile bodies',
    async (name) => {
      expect(await failuresOf(name, hostileBodies)).toEqual([]);
    },
    60_000,
  );
});

describe('what the findings were', () => {
  const ask = async (name: RouteName, change: (request: WalkRequest) => WalkRequest) => {
    const { token, ids } = await mintWorld(platform, 'platformAdmin');
    return walk.ask(name, token, change(requestOf(name, ids)));
  };

  test.each(['9999-12-31', '0000-01-01', '0001-01-01', '2024-02-31'])(
    'the power of the day %s is asked for with a wrong day',
    async (day) => {
      const { status, error } = await ask('stationPower', (r) => ({ ...r, url: `${r.url}?day=${day}` }));
      expect([status, error]).toEqual([400, 'invalidInput']);
    },
  );

  test('a body whose brackets go deeper than the stack is refused', async () => {
    const { token, ids } = await mintWorld(platform, 'platformAdmin');
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const response = await walk.app.inject({
      method: 'POST',
      url: requestOf('createLabel', ids).url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: `{"name": ${deep}}`,
    });
    expect(response.statusCode, response.body).toBe(400);
  });

  test('half a character, and a NUL, are told to the person by their field', async () => {
    for (const name of ['half \uD800', 'nul \u0000']) {
      const { status, text } = await ask('createLabel', (r) => ({ ...r, payload: { ...r.payload, name } }));
      expect(status).toBe(400);
      expect(JSON.parse(text).fields).toEqual([
        { path: 'body.name', message: expect.stringContaining('characters') },
      ]);
    }
  });
});
