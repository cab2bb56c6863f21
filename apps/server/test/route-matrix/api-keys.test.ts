import { OFFERED_PERMISSIONS, routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken, mintToken } from '../../src/platform/tokens.ts';
import { testPlatform } from '../harness.ts';
import { openWalk, type Walk } from './open-walk.ts';
import { requestOf } from './requests.ts';
import { mintWorld } from './world.ts';

/** Walks every route with API keys that hold one permission of an account that holds all of them. */

const platform = await testPlatform();
let walk: Walk;

beforeAll(async () => {
  walk = await openWalk(platform);
});

afterAll(async () => {
  await walk?.stop();
  await platform.stop();
});

const sessionRoutes = (Object.entries(routes) as [RouteName, RouteDefinition][]).filter(
  ([, { auth }]) => auth === 'session',
);
const forPrograms = ({ permission, method, forPeople, stepUp }: RouteDefinition) =>
  !forPeople &&
  stepUp !== true &&
  permission !== 'apiKeys.manage' &&
  (permission !== 'any' || method === 'GET');

/** Requests between two steps of the clock: far below what somebody who is refused may try within a minute. */
const BURST = 5;

async function keyOf(permission: (typeof OFFERED_PERMISSIONS)[number]) {
  const { ids } = await mintWorld(platform, 'platformAdmin');
  const bearer = `sfa_${mintToken()}`;
  await platform.db
    .updateTable('apiKeys')
    .set({ permissions: [permission], keyHash: hashToken(bearer) })
    .where('id', '=', Number(ids.apiKey))
    .execute();
  return { ids, bearer };
}

/** Each key asks all routes of its own domain and one of so many others, in turn: any key that gets in where it may not is one too many. */
const EACH_NTH = 4;
const isAsked = (own: string, route: RouteDefinition, turn: number): boolean =>
  String(route.permission).split('.')[0] === own.split('.')[0] || turn % EACH_NTH === 0;

describe.each(OFFERED_PERMISSIONS)('a key with %s alone', (permission) => {
  test('is refused by routes of another one', async () => {
    const { ids, bearer } = await keyOf(permission);
    const open: string[] = [];
    let asked = 0;
    const first = OFFERED_PERMISSIONS.indexOf(permission);
    for (const [at, [name, route]] of sessionRoutes.entries()) {
      if (!isAsked(permission, route, first + at)) continue;
      if (forPrograms(route) && (route.permission === permission || route.permission === 'any')) continue;
      asked += 1;
      if (asked % BURST === 0) platform.clock.advance(60_000);
      const { status, error } = await walk.ask(name, bearer, requestOf(name, ids));
      // Of a stream the walk reads no body.
      const refusal = route.transport === 'stream' ? '' : 'noDataPermission';
      if (status !== 403 || error !== refusal) open.push(`${name}: ${status} ${error}`);
    }
    expect(open).toEqual([]);
    expect(asked).toBeGreaterThan(60);
  }, 120_000);
});

test('without any permission a key reads of its account what a program needs to know of itself', () => {
  const open = sessionRoutes.filter(([, route]) => route.permission === 'any' && forPrograms(route));
  expect(open.map(([name]) => name).toSorted()).toEqual([
    'accessStream',
    'getSettings',
    'listStoppedCommands',
    'personalInfo',
  ]);
});
