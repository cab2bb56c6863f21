import type { RouteName } from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlatform } from '../harness.ts';
import { hostileBodies } from './hostile-values.ts';
import { ALL_ROUTES, failuresOf } from './hostile-walk.ts';
import { openWalk, type Walk } from './open-walk.ts';
import { requestOf, type WalkRequest } from './requests.ts';
import { mintWorld } from './world.ts';

/** Sends every route bodies that no client sends: the answer may be any, but never an error of the server. */

const platform = await testPlatform();
let walk: Walk;

beforeAll(async () => {
  walk = await openWalk(platform);
});

afterAll(async () => {
  await walk?.stop();
  await platform.stop();
});

describe('bodies', () => {
  const withBody = ALL_ROUTES.filter(([, { body }]) => body !== undefined);

  test.each(withBody)(
    '%s bears hostile bodies',
    async (name) => {
      expect(await failuresOf({ platform, walk }, name, hostileBodies)).toEqual([]);
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
