import {
  grantPermissions,
  PERMISSIONS,
  ROLE_MATRIX,
  ROLES,
  type Permission,
  type Role,
} from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { systemActor, type Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { notEndedId, readStationScope, stationScope, type StationCondition } from './station-scope.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const NOW = platform.clock.now();
const DAY = 86_400_000;

async function actorOf(role: Role, changes: Partial<Actor> = {}): Promise<Actor> {
  const { id, scopePath } = await makeOrganisation(platform);
  const user = await makeUser(platform, { role, organisationId: id });
  const place = { organisationId: id, organisationPath: scopePath };
  return { ...systemActor, kind: 'user', role, userId: user.id, ...place, at: NOW, ...changes };
}

async function grant(stationId: number, values: Partial<Parameters<typeof insert>[0]>) {
  const id = await insert({
    state: 'accepted',
    role: 'viewer',
    beginsAt: new Date(NOW),
    endsAt: new Date(NOW + DAY),
    createdAt: new Date(NOW),
    ...values,
  });
  await platform.db.insertInto('grantStations').values({ grantId: id, stationId }).execute();
}

async function insert(values: {
  state: 'pending' | 'accepted' | 'declined' | 'revoked';
  role: 'viewer' | 'operator';
  commands?: boolean;
  toUserId?: number | null;
  toOrganisationId?: number | null;
  beginsAt: Date;
  endsAt: Date;
  createdAt: Date;
}): Promise<number> {
  return (await platform.db.insertInto('grants').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function holds(actor: Actor, stationId: number, permission?: Permission): Promise<boolean> {
  const scopes = [stationScope(actor, permission), await readStationScope(platform.db, actor, permission)];
  const rows = scopes.map((scope) =>
    platform.db.selectFrom('stations').select('id').where('id', '=', stationId).where(scope).execute(),
  );
  const [asked, read] = (await Promise.all(rows)).map(({ length }) => length);
  expect(read).toBe(asked);
  return asked === 1;
}

const held = async (actor: Actor, stationId: number) => {
  const found: Permission[] = [];
  for (const name of PERMISSIONS) if (await holds(actor, stationId, name)) found.push(name);
  return found.toSorted();
};

describe('a grant gives what it says and the role holds, and nothing else', () => {
  const kinds = [
    { role: 'viewer', commands: false },
    { role: 'operator', commands: false },
    { role: 'operator', commands: true },
  ] as const;
  const roles = ROLES.filter((role) => role !== 'platformAdmin' && role !== 'visitor');
  test.each(kinds.flatMap((kind) => roles.map((role) => [role, kind] as const)))(
    '%s as %o',
    async (role, kind) => {
      const actor = await actorOf(role);
      const station = await makeStation(platform);
      expect(await held(actor, station.id)).toEqual([]);
      await grant(station.id, { ...kind, toUserId: actor.userId });
      const given = new Set(grantPermissions(kind));
      const expected = ROLE_MATRIX[role].permissions.filter((name) => given.has(name));
      expect(await held(actor, station.id)).toEqual(expected.toSorted());
    },
  );

  test('never the right to grant on', () => {
    for (const kind of kinds) expect(grantPermissions(kind)).not.toContain('stations.grant');
  });
});

test('visitors, the platform’s jobs and accounts without a role get nothing from grants', async () => {
  const actor = await actorOf('serviceProvider');
  const station = await makeStation(platform);
  await grant(station.id, { toUserId: actor.userId });
  expect(await holds(actor, station.id)).toBe(true);
  expect(await holds({ ...actor, kind: 'visitor', userId: null, role: 'visitor' }, station.id)).toBe(false);
  expect(await holds({ ...actor, userId: null, organisationId: null }, station.id)).toBe(false);
  const none = { scope: 'granted', permissions: new Set<Permission>() } as const;
  expect(await holds({ ...actor, access: none }, station.id)).toBe(false);
});

test('only while it is accepted and runs', async () => {
  const period = { beginsAt: new Date(NOW), endsAt: new Date(NOW + DAY) };
  const actor = await actorOf('serviceProvider');
  for (const state of ['pending', 'declined', 'revoked'] as const) {
    const station = await makeStation(platform);
    await grant(station.id, { state, toUserId: actor.userId });
    expect(await holds(actor, station.id)).toBe(false);
  }
  const station = await makeStation(platform);
  await grant(station.id, { ...period, toUserId: actor.userId });
  const at = (time: number) => holds({ ...actor, at: time }, station.id);
  expect([await at(NOW - 1), await at(NOW), await at(NOW + DAY - 1), await at(NOW + DAY)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a custom role of a narrow access and an API key see no more than they name', async () => {
  const actor = await actorOf('organisationAdmin');
  const station = await makeStation(platform, { organisationId: actor.organisationId! });
  const narrow: Actor = {
    ...actor,
    apiKeyId: 1,
    access: { scope: 'organisation', permissions: new Set(['stations.view']) },
  };
  expect(await held(narrow, station.id)).toEqual(['stations.view']);
});

test('an organisation whose path is not written yet opens nothing', async () => {
  const actor = await actorOf('organisationAdmin', { organisationPath: '' });
  expect(await holds(actor, (await makeStation(platform)).id)).toBe(false);
});

test('whatever the role, the owner sees its station; who works for an organisation of that number does not', async () => {
  for (const role of [
    'serviceProvider',
    'stationAdmin',
    'installer',
    'organisationAdmin',
    'owner',
  ] as const) {
    const actor = await actorOf(role);
    const station = await makeStation(platform, { ownerId: actor.userId });
    expect(await held(actor, station.id)).toEqual(ROLE_MATRIX[role].permissions.toSorted());
    expect(await holds({ ...actor, userId: actor.userId! + 1_000_000 }, station.id)).toBe(false);
  }
});

/** So many stations of an organisation. */
async function fill({ organisationId }: Actor, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO stations (name, type, organisation_id, time_zone, capacity_kw, latitude, longitude)
      SELECT 'One of many', 'residential', ${organisationId}, 'UTC', 10, 50, 10 FROM generate_series(1, ${count}::int) RETURNING id),
    states AS (INSERT INTO station_states (station_id) SELECT id FROM made ON CONFLICT DO NOTHING)
    SELECT id FROM made`.execute(platform.db);
  await sql`ANALYZE stations, station_states`.execute(platform.db);
  return rows.map(({ id }) => id);
}

async function planOf(scope: StationCondition): Promise<string> {
  const { rows } = await sql<object>`EXPLAIN SELECT state.status, count(*)
    FROM station_states AS state JOIN stations ON stations.id = state.station_id
    WHERE ${scope(expressionBuilder<Tables, 'stations'>())} GROUP BY state.status`.execute(platform.db);
  return rows.flatMap((row) => Object.values(row)).join('\n');
}

describe('a query over all stations in scope', () => {
  const many = actorOf('installer').then(async (actor) => ({ actor, ids: await fill(actor, 5000) }));
  const read = (actor: Actor) => readStationScope(platform.db, actor);
  /** As an array that the query reads itself, which each station is compared with from its beginning to its end. */
  const ONE_BY_ONE = /\bid (= ANY|<> ALL) \(\(InitPlan/;

  async function granted(count: number): Promise<Actor> {
    const actor = await actorOf('serviceProvider');
    const [first, ...others] = (await many).ids.slice(0, count);
    await grant(first!, { toUserId: actor.userId });
    await sql`INSERT INTO grant_stations (grant_id, station_id)
      SELECT grant_id, unnest(${others}::bigint[]) FROM grant_stations JOIN grants ON grants.id = grant_id
       WHERE to_user_id = ${actor.userId}`.execute(platform.db);
    await sql`ANALYZE grants, grant_stations`.execute(platform.db);
    return actor;
  }

  test('reads few beside somebody with very many, and not all', async () => {
    const few = await actorOf('installer');
    await many;
    await fill(few, 5);
    expect(await planOf(await read(few))).not.toContain('Seq Scan');
    expect(await planOf(await read((await many).actor))).toContain('Seq Scan on stations');
  });

  test('reads few that were granted by name, and not all', async () => {
    const plan = await planOf(await read(await granted(10)));
    expect(plan).not.toContain('Seq Scan');
    expect(plan).not.toMatch(ONE_BY_ONE);
  });

  test('looks each station up among thousands of granted ones, and compares it with none of the others', async () => {
    const actor = await granted(3000);
    for (const scope of [await read(actor), stationScope(actor)]) {
      const plan = await planOf(scope);
      expect(plan).toContain('hashed SubPlan');
      expect(plan).not.toMatch(ONE_BY_ONE);
      const found = platform.db.selectFrom('stations').select(({ fn }) => fn.countAll<number>().as('n'));
      expect((await found.where(scope).executeTakeFirstOrThrow()).n).toBe(3000);
    }
  });

  test('looks each station up among those that were ended', async () => {
    await many;
    const { rows } = await sql<object>`EXPLAIN SELECT count(*) FROM station_states AS state
      WHERE ${notEndedId(sql`state.station_id`)}`.execute(platform.db);
    const plan = rows.flatMap((row) => Object.values(row)).join('\n');
    expect(plan).toContain('hashed SubPlan');
    expect(plan).not.toMatch(ONE_BY_ONE);
  });
});
