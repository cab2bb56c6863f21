import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPlatform } from '../harness.ts';
import { hostileAddresses } from './hostile-values.ts';
import { ALL_ROUTES, failuresOf } from './hostile-walk.ts';
import { openWalk, type Walk } from './open-walk.ts';

/** Sends every route addresses that no client sends: the answer may be any, but never an error of the server. */

const platform = await testPlatform();
let walk: Walk;

beforeAll(async () => {
  walk = await openWalk(platform);
});

afterAll(async () => {
  await walk?.stop();
  await platform.stop();
});

const addressed = ALL_ROUTES.filter(([, { path, query }]) => path.includes(':') || query !== undefined);

test.each(addressed)(
  '%s bears hostile paths and queries',
  async (name) => {
    expect(await failuresOf({ platform, walk }, name, hostileAddresses)).toEqual([]);
  },
  60_000,
);
