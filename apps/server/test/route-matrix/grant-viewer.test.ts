import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../src/features/accounts/index.ts';
import { testPlatform } from '../harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../makers.ts';
import { openWalk, type Walk } from './open-walk.ts';
import { requestOf } from './requests.ts';
import { mintWorld, type Ids } from './world.ts';

/**
 * Somebody who was granted a look at one station asks every route about it, and about what else its organisation has: answers, errors and
 * logs tell nothing of the latter.
 */

const platform = await testPlatform();
let walk: Walk;
let token: string;
/** What may not be read, and the ids of a request that names the granted station or device. */
let hidden: readonly string[];
let granted: Ids;
let besides: Ids;

beforeAll(async () => {
  const home = await mintWorld(platform, 'organisationAdmin');
  const { id: stationId, organisationId } = await platform.db
    .selectFrom('stations')
    .select(['id', 'organisationId'])
    .where('id', '=', Number(home.ids.station))
    .executeTakeFirstOrThrow();
  const other = await makeStation(platform, {
    organisationId,
    name: 'Hidden station',
    address: 'Hidden street 1',
  });
  const inside = await makeDevice(platform, { stationId: other.id, organisationId, name: 'Hidden device' });
  const visible = await platform.db
    .selectFrom('devices')
    .select('sn')
    .where('id', '=', Number(home.ids.device))
    .executeTakeFirstOrThrow();
  const name = await platform.db
    .selectFrom('organisations')
    .select('name')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const station = await platform.db
    .selectFrom('stations')
    .select('name')
    .where('id', '=', stationId)
    .executeTakeFirstOrThrow();
  const shown = new Set([visible.sn, name.name, station.name]);
  hidden = [
    ...home.secrets.filter((secret) => !shown.has(secret)),
    'Hidden station',
    'Hidden street',
    'Hidden device',
    inside.sn,
  ];
  granted = home.ids;
  besides = { ...home.ids, station: String(other.id), device: String(inside.id), sn: inside.sn };
  const viewer = await makeUser(platform, {
    role: 'stationAdmin',
    organisationId: (await makeOrganisation(platform)).id,
  });
  await grantView(viewer.id, stationId);
  token = await signIn(platform, viewer);
  walk = await openWalk(platform);
});

afterAll(async () => {
  await walk?.stop();
  await platform.stop();
});

async function grantView(toUserId: number, stationId: number): Promise<void> {
  const now = platform.clock.now();
  const period = { beginsAt: new Date(now - 1000), endsAt: new Date(now + 86_400_000) };
  const { id } = await platform.db
    .insertInto('grants')
    .values({ state: 'accepted', role: 'viewer', toUserId, createdAt: new Date(now), ...period })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('grantStations').values({ grantId: id, stationId }).execute();
}

const all = (Object.entries(routes) as [RouteName, RouteDefinition][]).filter(
  ([, { auth }]) => auth === 'session',
);
/** They end the session or the account of the walk. */
const LAST: ReadonlySet<RouteName> = new Set(['logout', 'cancelAccount']);

test.each(all.filter(([name]) => !LAST.has(name)))('%s tells a viewer nothing else', async (name) => {
  for (const ids of [granted, besides]) {
    const asked = requestOf(name, ids);
    const { text } = await walk.ask(name, token, asked);
    // What was asked for by its serial number may be named again: it tells nothing.
    const told = hidden.filter(
      (secret) => !asked.url.includes(secret) && !JSON.stringify(asked.payload ?? {}).includes(secret),
    );
    for (const secret of told) expect(text).not.toContain(secret);
  }
});

test('the station that was granted is shown', async () => {
  const { status } = await walk.ask('getStation', token, requestOf('getStation', granted));
  expect(status).toBe(200);
});
