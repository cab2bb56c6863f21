import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation, makeUser } from '../../../test/makers.ts';
import { announceBoundary, remindOfEnds } from './index.ts';
import { watchGrant } from './watch-grant.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const DAY = 86_400_000;

beforeEach(async () => {
  await platform.db.deleteFrom('grants').execute();
  await platform.db.deleteFrom('outbox').execute();
});

async function grant(days: { begins: number; ends: number }, state: 'pending' | 'accepted' = 'accepted') {
  const [giver, taker, station] = [
    await makeUser(platform, { language: 'pl-PL' }),
    await makeUser(platform),
    await makeStation(platform),
  ];
  const now = platform.clock.now();
  const { id } = await platform.db
    .insertInto('grants')
    .values({
      state,
      toUserId: taker.id,
      createdBy: giver.id,
      role: 'viewer',
      beginsAt: new Date(now + days.begins * DAY),
      endsAt: new Date(now + days.ends * DAY),
      createdAt: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('grantStations').values({ grantId: id, stationId: station.id }).execute();
  return { giver, taker };
}

const letters = async () =>
  (await platform.db.selectFrom('outbox').select(['recipient', 'template', 'body']).execute()).toSorted(
    (a, b) => a.recipient.localeCompare(b.recipient),
  );

test('both sides are told thirty days before the end, once', async () => {
  const { giver, taker } = await grant({ begins: 0, ends: 365 });
  await remindOfEnds(platform);
  expect(await letters()).toEqual([]);
  platform.clock.advance(335 * DAY);
  await Promise.all([remindOfEnds(platform), remindOfEnds(platform)]);
  await remindOfEnds(platform);
  const told = await letters();
  expect(told.map(({ recipient }) => recipient)).toEqual([giver.email!, taker.email!].toSorted());
  expect(told.map(({ template }) => template)).toEqual(['grantEnding', 'grantEnding']);
  expect(told.find(({ recipient }) => recipient === giver.email)!.body).toContain('wygasa');
});

test('nobody is told of a grant that was not accepted, is over, or was short from the beginning', async () => {
  await grant({ begins: -300, ends: 20 }, 'pending');
  await grant({ begins: -300, ends: -1 });
  await grant({ begins: 0, ends: 14 });
  await remindOfEnds(platform);
  expect(await letters()).toEqual([]);
});

test('what is open asks again when an accepted grant begins and when it ends', async () => {
  const day = (n: number) => platform.clock.now() + n * DAY;
  const planned = async () => {
    const { rows } = await sql<{ at: Date }>`
      SELECT start_after AS at FROM jobs.job WHERE name = 'grants.boundary' ORDER BY start_after`.execute(
      platform.db,
    );
    return rows.map(({ at }) => at.getTime());
  };
  await watchGrant(platform.db, { beginsAt: day(1), endsAt: day(2) }, platform.clock.now());
  await watchGrant(platform.db, { beginsAt: day(-1), endsAt: day(3) }, platform.clock.now());
  expect(await planned()).toEqual([day(1), day(2), day(3)]);
  let told = 0;
  const end = platform.bus.subscribe('accessChanged', () => (told += 1));
  await announceBoundary(platform);
  await platform.changes.catchUp();
  expect(told).toBe(1);
  end();
});
