import type { Member } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation } from '../../../test/makers.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { beyondReach } from './beyond-reach.ts';
import { registerMembersRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerMembersRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

/** Two of a crew, and stations of others by name of how they were granted. */
async function crew() {
  const { id: organisationId } = await makeOrganisation(platform);
  const lead = await someone('serviceProvider', { organisationId });
  const { user: mate } = await someone('serviceProvider', { organisationId });
  const manageable = async () => {
    const { rows } = (await lead.post('/ups/user/page', {})).data as { rows: Member[] };
    return rows.find(({ id }) => id === mate.id)!.manageable;
  };
  const lock = async () => (await lead.post(`/ups/user/${mate.id}/lock`)).error ?? 'done';
  return { organisationId, lead, mate, lock, manageable };
}

type To = { toUserId: number } | { toOrganisationId: number };
type Terms = { role: 'viewer' | 'operator'; commands?: boolean };

async function grant(stationId: number, to: To, terms: Terms = { role: 'operator' }): Promise<void> {
  const now = platform.clock.now();
  const period = { beginsAt: new Date(now - 1000), endsAt: new Date(now + 86_400_000) };
  const { id } = await platform.db
    .insertInto('grants')
    .values({ state: 'accepted', createdAt: new Date(now), ...terms, ...to, ...period })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('grantStations').values({ grantId: id, stationId }).execute();
}

test('who reaches single stations manages no member who reaches others', async () => {
  const { organisationId, lead, mate, lock, manageable } = await crew();
  const station = await makeStation(platform);
  await grant(station.id, { toUserId: mate.id });
  expect([await manageable(), await lock()]).toEqual([false, 'moreThanHeld']);
  // To look at it is less than to work on it.
  await grant(station.id, { toUserId: lead.user.id }, { role: 'viewer' });
  expect([await manageable(), await lock()]).toEqual([false, 'moreThanHeld']);
  await grant(station.id, { toOrganisationId: organisationId });
  expect([await manageable(), await lock()]).toEqual([true, 'done']);
});

test('members of a page are compared by the stations that they reach, and not by those of all others', async () => {
  const { organisationId, lead, mate } = await crew();
  const others = await Promise.all(
    Array.from({ length: 9 }, () => someone('serviceProvider', { organisationId })),
  );
  const { id: elsewhere } = await makeOrganisation(platform);
  await sql`
    INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
    SELECT ${elsewhere}, 'Of others', 'residential', 5, 'UTC', 50, 10 FROM generate_series(1, 3000)`.execute(
    platform.db,
  );
  await sql`ANALYZE stations`.execute(platform.db);
  const actor = (await findUserActor(platform.db, { userId: lead.user.id, at: platform.clock.now() }))!;
  const ids = [mate.id, ...others.map(({ user }) => user.id)];
  const read = await rowsRead(platform.db, { table: 'stations' }, async (trx) => {
    expect(await beyondReach(trx, actor, ids)).toEqual(new Set());
  });
  expect(read).toBeLessThan(3000);
});

describe('who reaches the whole organisation and does not administer it', () => {
  async function team() {
    const { id: organisationId } = await makeOrganisation(platform);
    const lead = await someone('installer', { organisationId });
    const { user: owner } = await someone('owner', { organisationId });
    const manageable = async (id: number) => {
      const { rows } = (await lead.post('/ups/user/page', {})).data as { rows: Member[] };
      return rows.find((row) => row.id === id)!.manageable;
    };
    const lock = async (id: number) => (await lead.post(`/ups/user/${id}/lock`)).error ?? 'done';
    return { organisationId, lead, owner, manageable, lock };
  }

  test.each(['of others', 'of the organisation itself'])(
    'takes over nobody who owns a station %s',
    async (whose) => {
      const { organisationId, owner, manageable, lock } = await team();
      expect(await manageable(owner.id)).toBe(true);
      await makeStation(platform, {
        ownerId: owner.id,
        ...(whose === 'of others' ? {} : { organisationId }),
      });
      expect([await manageable(owner.id), await lock(owner.id)]).toEqual([false, 'moreThanHeld']);
      const admin = await someone('organisationAdmin', { organisationId });
      expect((await admin.post(`/ups/user/${owner.id}/lock`)).code).toBe(200);
    },
  );

  test('nor whom others granted a station alone; what all of the organisation reaches keeps nobody', async () => {
    const { organisationId, owner, manageable, lock } = await team();
    const { user: mate } = await someone('installer', { organisationId });
    const [far, near] = [await makeStation(platform), await makeStation(platform, { organisationId })];
    await grant(near.id, { toUserId: mate.id });
    expect([await manageable(owner.id), await manageable(mate.id)]).toEqual([true, true]);
    await grant(far.id, { toUserId: mate.id }, { role: 'viewer' });
    expect([await manageable(mate.id), await lock(mate.id)]).toEqual([false, 'moreThanHeld']);
    await grant(far.id, { toOrganisationId: organisationId });
    expect([await manageable(mate.id), await lock(mate.id)]).toEqual([true, 'done']);
    expect(await lock(owner.id)).toBe('done');
  });
});

test('nor one who owns a station, which the whole organisation manages', async () => {
  const { organisationId, mate, lock, manageable } = await crew();
  const station = await makeStation(platform, { ownerId: mate.id });
  await grant(station.id, { toOrganisationId: organisationId }, { role: 'operator', commands: true });
  expect([await manageable(), await lock()]).toEqual([false, 'moreThanHeld']);
  const admin = await someone('organisationAdmin', { organisationId });
  expect((await admin.post(`/ups/user/${mate.id}/lock`)).code).toBe(200);
});

test('a page of members is compared at once, and not member by member', async () => {
  const { organisationId, lead, mate } = await crew();
  const others = await Promise.all(
    Array.from({ length: 30 }, () => someone('serviceProvider', { organisationId })),
  );
  const [near, far] = [await makeStation(platform), await makeStation(platform)];
  await grant(near.id, { toOrganisationId: organisationId });
  for (const { user } of others.slice(0, 3)) await grant(far.id, { toUserId: user.id });
  const actor = (await findUserActor(platform.db, { userId: lead.user.id, at: platform.clock.now() }))!;
  const ids = [mate.id, ...others.map(({ user }) => user.id)];
  const looks = await rowsRead(platform.db, { table: 'grants', scans: true }, async (trx) => {
    expect(await beyondReach(trx, actor, ids)).toEqual(new Set(ids.slice(1, 4)));
  });
  expect(looks).toBeLessThan(ids.length);
});

test('what was granted with a whole organisation counts with the tight ones below it', async () => {
  const { lead, mate, manageable } = await crew();
  const top = await makeOrganisation(platform);
  const [tight, loose] = [
    await makeOrganisation(platform, top),
    await makeOrganisation(platform, top, 'loose'),
  ];
  const now = platform.clock.now();
  const give = (toUserId: number, organisationId: number) =>
    platform.db
      .insertInto('grants')
      .values({
        state: 'accepted',
        role: 'operator',
        organisationId,
        toUserId,
        createdAt: new Date(now),
        beginsAt: new Date(now - 1000),
        endsAt: new Date(now + 86_400_000),
      })
      .execute();
  await give(mate.id, top.id);
  await makeStation(platform, { organisationId: loose.id });
  expect(await manageable()).toBe(true);
  await makeStation(platform, { organisationId: tight.id });
  expect(await manageable()).toBe(false);
  await give(lead.user.id, tight.id);
  expect(await manageable()).toBe(true);
});

test('who works for an organisation takes over nobody of one below it that was granted more', async () => {
  const above = await makeOrganisation(platform);
  const below = await makeOrganisation(platform, above);
  const lead = await someone('installer', { organisationId: above.id });
  const { user: mate } = await someone('installer', { organisationId: below.id });
  const actor = (await findUserActor(platform.db, { userId: lead.user.id, at: platform.clock.now() }))!;
  const station = await makeStation(platform);
  expect(await beyondReach(platform.db, actor, [mate.id])).toEqual(new Set());
  await grant(station.id, { toOrganisationId: below.id });
  expect(await beyondReach(platform.db, actor, [mate.id])).toEqual(new Set([mate.id]));
});
