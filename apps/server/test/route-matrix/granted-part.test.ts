import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlatform } from '../harness.ts';
import {
  BUNDLES,
  changesBy,
  gradeOf,
  GUESTS,
  mintScene,
  ON_STATION,
  type Guest,
  type Scene,
} from './granted-scene.ts';
import { isLeftOut, nestedRequests, type NestedRequest } from './nested-ids.ts';
import { openWalk, type Walk } from './open-walk.ts';
import { requestOf } from './requests.ts';
import { KINDS, mintWorld, type Ids, type World } from './world.ts';

/**
 * The right that a route names is the right by which its verb holds what the request names. Somebody whose role gives everything, and to whom a station was
 * granted with less than the route asks for, is refused; with as much, not. A verb that holds it by another right lets one of both in.
 */

const platform = await testPlatform();
let walk: Walk;
/** The guest's own organisation, where the guest changes nothing of it. */
let abroad: World;
/** Scenes of guests who are refused: they change nothing. */
const standing = new Map<string, Promise<Scene>>();

beforeAll(async () => {
  walk = await openWalk(platform);
  abroad = await mintWorld(platform, 'organisationAdmin');
});

afterAll(async () => {
  await walk?.stop();
  await platform.stop();
});

function refusedScene(guest: Guest, grade: number): Promise<Scene> {
  const key = `${guest} ${grade}`;
  const scene = standing.get(key) ?? mintScene(platform, { guest, grade });
  standing.set(key, scene);
  return scene;
}

const asked = (Object.entries(routes) as [RouteName, RouteDefinition][])
  .filter(([, { auth, permission }]) => auth === 'session' && permission !== 'platform.manage')
  .map(([name, route]) => [name, route, gradeOf(route.permission!)] as const)
  .filter(([, , grade]) => grade > 0);

/** Whether a request is about what was granted. */
function namesGranted(name: RouteName, { ids, granted }: Pick<Scene, 'ids' | 'granted'>): boolean {
  const marked = Object.fromEntries(granted.map((kind, at) => [kind, String(9_100_100 + at)]));
  return /91001\d\d/.test(JSON.stringify(requestOf(name, { ...ids, ...marked } as Ids)));
}

/** They do the same with many stations and answer what became of each. */
const ONE_BY_ONE: ReadonlySet<RouteName> = new Set<RouteName>([
  'endSeveralStations',
  'grantSeveralStations',
  'labelSeveralStations',
  'moveSeveralStations',
]);

/** They leave out what is not within reach, and answer how many they changed. */
const LEAVES_OUT: ReadonlySet<RouteName> = new Set<RouteName>([
  'actOnSims',
  'deleteSims',
  'editSims',
  'renewSims',
]);

/** Whoever sees a station or device may do this with it: it acts on something of the guest's alone. */
const BY_SEEING = new Map<RouteName, string>([
  ['nameSeveralStations', 'tells the names of those that are shown anyway, before they are ended'],
  ['checkAlarmRuleCost', 'reads what its person reads'],
  ['checkDeviceBatch', 'reads what its person reads'],
  [
    'createDeviceBatch',
    'a batch of the own organisation, whose devices are judged again by whatever is done with it',
  ],
  ['addToDeviceBatch', 'the same'],
  ['removeFromDeviceBatch', 'the same'],
]);

async function ask(name: RouteName, scene: Scene, request = requestOf(name, scene.ids)) {
  // What one person may ask within a minute is no matter of the walk.
  platform.clock.advance(2000);
  return walk.ask(name, await scene.token(), request);
}

/** Requests about what is the guest's, with one id in body or query that came with the grant. */
const nested = (name: RouteName, { own, ids, granted }: Scene): NestedRequest[] =>
  BY_SEEING.has(name)
    ? []
    : nestedRequests(name, own, ids).filter(({ kind, place }) => granted.includes(kind) && !isLeftOut(place));

describe.each(GUESTS)('a guest %s with less than the route asks for', (guest) => {
  test.each(asked)('%s', async (name, route, grade) => {
    const scene = await refusedScene(guest, grade - 1);
    const isRead = route.method === 'GET';
    const before = await changesBy(platform, scene);
    if (namesGranted(name, scene)) await expectRefused(name, scene);
    else if (isRead && route.scope === 'station' && guest === 'of another organisation') {
      const { text } = await ask(name, scene);
      for (const secret of scene.home.secrets) expect(text).not.toContain(secret);
    }
    if (guest === 'of another organisation')
      for (const { place, request } of nested(name, scene)) {
        const { status, text } = await ask(name, scene, request);
        expect(status, `${place}: ${text}`).toBeGreaterThanOrEqual(400);
        expect(status, `${place}: ${text}`).toBeLessThan(500);
      }
    expect(await changesBy(platform, scene)).toBe(before);
  });
});

async function expectRefused(name: RouteName, scene: Scene): Promise<void> {
  const { status, text } = await ask(name, scene);
  if (BY_SEEING.has(name) || LEAVES_OUT.has(name)) return expect(status, text).toBeLessThan(500);
  if (!ONE_BY_ONE.has(name)) return expect([403, 404], text).toContain(status);
  const { results } = JSON.parse(text).data as { results: { outcome: string }[] };
  expect(results.map(({ outcome }) => outcome)).toEqual(['refused']);
}

const anyIds = Object.fromEntries(KINDS.map((kind) => [kind, '1'])) as Ids;
const given = asked.filter(
  ([name, , grade]) => grade < BUNDLES.length && namesGranted(name, { ids: anyIds, granted: ON_STATION }),
);

describe('a guest with as much as the route asks for', () => {
  test.each(given)('%s', async (name, route, grade) => {
    const scene =
      route.method === 'GET'
        ? await refusedScene('of another organisation', grade)
        : await mintScene(platform, { guest: 'of another organisation', grade, by: abroad });
    const { status, text } = await ask(name, scene);
    expect([401, 403, 404, 429, 500], text).not.toContain(status);
  });
});
