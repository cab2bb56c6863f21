import type { SeveralResult } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { registerSeveralStationsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone, as } = await openApi(platform, registerSeveralStationsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const outcomes = (data: SeveralResult) => data.results.map(({ name, outcome }) => [name, outcome]);

async function scene() {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const make = async (name: string, values: object = {}) =>
    (await makeStation(platform, { organisationId, name, ...values })).id;
  const foreign = (await makeStation(platform, { name: 'Foreign' })).id;
  return { admin, organisationId, make, foreign, ids: [await make('One'), await make('Two')] };
}

const all = { filters: {}, count: 2 };

test('labels and favourites: each station is judged by itself and logged, and a second time changes nothing', async () => {
  const { admin, organisationId, ids, foreign } = await scene();
  const { id: labelId } = await platform.db
    .insertInto('labels')
    .values({ organisationId, name: 'North', description: '', color: '#0055AA' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const target = { ids: [...ids, foreign, ids[0]!] };
  const label = () => admin.post('/stations/several/labels', { target, add: [labelId] });
  const { data } = await label();
  expect(outcomes(data)).toEqual([
    ['One', 'done'],
    ['Two', 'done'],
    [null, 'refused'],
  ]);
  expect(data.results[2].reason).toMatch(/station/i);
  expect(outcomes((await label()).data)[0]).toEqual(['One', 'unchanged']);
  const mark = (favourite: boolean) => admin.post('/stations/several/favourites', { target: all, favourite });
  expect(outcomes((await mark(true)).data)).toEqual([
    ['One', 'done'],
    ['Two', 'done'],
  ]);
  expect(outcomes((await mark(true)).data)[0]).toEqual(['One', 'unchanged']);
  const log = await platform.db
    .selectFrom('auditLog')
    .select('action')
    .where('userId', '=', admin.user.id)
    .execute();
  expect(log.map(({ action }) => action).toSorted()).toEqual([
    'stations.favourite',
    'stations.favourite',
    'stations.label',
    'stations.label',
  ]);
});

test('each station counts towards what calls of one person may reach within an hour', async () => {
  const { admin } = await scene();
  const mark = () => admin.post('/stations/several/favourites', { target: all, favourite: true });
  server.objects.take(`user ${admin.user.id}`, 20_000 - 2);
  const { data } = await mark();
  expect(outcomes(data)).toEqual([
    ['One', 'done'],
    ['Two', 'refused'],
  ]);
  platform.clock.advance(60_000);
  expect(outcomes((await mark()).data)).toEqual([
    ['One', 'unchanged'],
    ['Two', 'done'],
  ]);
});

test('all under a filter are as many as were confirmed, and not more than the limit', async () => {
  const { admin, make } = await scene();
  const mark = (target: object) => admin.post('/stations/several/favourites', { target, favourite: true });
  expect((await mark({ filters: { name: 'tw' }, count: 1 })).data.results).toMatchObject([{ name: 'Two' }]);
  await make('Three');
  const changed = await mark(all);
  expect(changed).toMatchObject({ error: 'targetChanged' });
  expect(changed.msg).toContain('3');
  expect(await mark({ filters: {}, count: 100_000 })).toMatchObject({ error: 'tooManyAtOnce' });
  expect(await mark({ filters: { colour: 'red' }, count: 1 })).toMatchObject({ error: 'invalidInput' });
  expect(await mark({ filters: { currency: 'EUR', revenueToday: '1..' }, count: 9 })).toMatchObject({
    error: 'targetChanged',
  });
});

test('one authorisation for all that may be given, by who may give', async () => {
  const { admin, organisationId, ids, make, foreign } = await scene();
  const to = { account: 'somebody@example.test' };
  const endsAt = platform.clock.now() + 86_400_000;
  const grant = (who: typeof admin, target: object) =>
    who.post('/stations/several/grants', { target, to, role: 'viewer', endsAt });
  const { data } = await grant(admin, { ids: [...ids, foreign] });
  expect(outcomes(data)).toEqual([
    ['One', 'done'],
    ['Two', 'done'],
    [null, 'refused'],
  ]);
  const grants = await platform.db
    .selectFrom('grants')
    .innerJoin('grantStations', 'grantStations.grantId', 'grants.id')
    .select('grantStations.stationId')
    .where('createdBy', '=', admin.user.id)
    .execute();
  expect(grants.map(({ stationId }) => stationId).toSorted()).toEqual(ids.toSorted());
  // A station that was handed over is no longer an installer's to give.
  const installer = await someone('installer', { organisationId });
  const settled = await make('Settled', { handedOverAt: new Date() });
  expect(outcomes((await grant(installer, { ids: [ids[0], settled] })).data)).toEqual([
    ['One', 'done'],
    ['Settled', 'refused'],
  ]);
});

test('stations move as one does: offered where the other side has to agree, refused where they are not the caller’s', async () => {
  const { admin, organisationId, ids } = await scene();
  const owner = await someone('owner', { organisationId });
  await platform.db
    .updateTable('stations')
    .set({ ownerId: owner.user.id })
    .where('id', '=', ids[0]!)
    .execute();
  const { code } = await makeOrganisation(platform);
  const move = (who: typeof admin) =>
    who.post('/stations/several/organisation', { target: { ids }, organisationCode: code });
  expect(outcomes((await move(admin)).data)).toEqual([
    ['One', 'refused'],
    ['Two', 'refused'],
  ]);
  expect(outcomes((await move(owner)).data)).toEqual([
    ['One', 'waits'],
    [null, 'refused'],
  ]);
});

test('stations end by their number; a utility station waits, and what is open on one keeps it', async () => {
  const { admin, organisationId, ids, make } = await scene();
  const utility = await make('Utility', { type: 'utility' });
  const target = { ids: [...ids, utility] };
  const { digest } = (await admin.post('/stations/several/names', { target })).data;
  const end = (typed: number) => admin.post('/stations/several/end', { target, typed, digest });
  expect(await end(2)).toMatchObject({ error: 'invalidInput', fields: [{ path: 'body.typed' }] });
  await platform.db
    .insertInto('handOvers')
    .values({
      stationId: ids[1]!,
      fromUserId: admin.user.id,
      toAccount: 'next@example.test',
      createdAt: new Date(platform.clock.now()),
      expiresAt: new Date(platform.clock.now() + 86_400_000),
    })
    .execute();
  const { data } = await end(3);
  expect(outcomes(data)).toEqual([
    ['One', 'done'],
    ['Two', 'refused'],
    ['Utility', 'waits'],
  ]);
  expect(data.results[1].reason).toContain('n***');
  const viewer = await someone('internalReadOnly', { organisationId });
  expect(await viewer.post('/stations/several/end', { target, typed: 3, digest })).toMatchObject({
    error: 'noDataPermission',
  });
});

test('a station that took another one’s place under the filter is not ended', async () => {
  const { admin, make, ids } = await scene();
  const named = (await admin.post('/stations/several/names', { target: all })).data;
  expect(named).toMatchObject({ count: 2, names: ['One', 'Two'] });
  await platform.db.updateTable('stations').set({ endedAt: new Date() }).where('id', '=', ids[0]!).execute();
  const late = await make('Late');
  const end = (digest: string) => admin.post('/stations/several/end', { target: all, typed: 2, digest });
  expect(await end(named.digest)).toMatchObject({ error: 'targetChanged' });
  const row = platform.db.selectFrom('stations').select('endedAt').where('id', '=', late);
  expect((await row.executeTakeFirstOrThrow()).endedAt).toBeNull();
  const again = (await admin.post('/stations/several/names', { target: all })).data;
  expect(outcomes((await end(again.digest)).data)).toEqual([
    ['Two', 'done'],
    ['Late', 'done'],
  ]);
});

test('who is locked out amid several stations does nothing to the others', async () => {
  const { admin, ids, make } = await scene();
  await make('Three');
  const at = platform.clock.now();
  // The guard holds for a second: here each look at the clock is one.
  const clock = { ...platform.clock, now: () => (platform.clock.advance(1000), platform.clock.now()) };
  const slow = await openApi({ ...platform, clock }, registerSeveralStationsRoutes);
  await sql`
    CREATE FUNCTION lock_out() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE users SET locked_at = now() WHERE id = NEW.user_id; RETURN NULL; END $$`.execute(
    platform.db,
  );
  await sql`CREATE TRIGGER lock_out AFTER INSERT ON favourites FOR EACH ROW EXECUTE FUNCTION lock_out()`.execute(
    platform.db,
  );
  const target = { filters: {}, count: ids.length + 1 };
  const { data } = await (
    await slow.as(admin.user)
  ).post('/stations/several/favourites', { target, favourite: true });
  await sql`DROP TRIGGER lock_out ON favourites`.execute(platform.db);
  await slow.server.app.close();
  platform.clock.set(at);
  expect(outcomes(data).map(([, outcome]) => outcome)).toEqual(['done', 'refused', 'refused']);
  const marked = platform.db
    .selectFrom('favourites')
    .select('stationId')
    .where('userId', '=', admin.user.id)
    .execute();
  expect(await marked).toEqual([{ stationId: ids[0] }]);
});

test('calls about many stations leave places to what others change', async () => {
  const busy = await Promise.all(Array.from({ length: 3 }, () => scene()));
  const { admin: other, ids: few } = await scene();
  const calls = busy.map(async ({ organisationId, make, ids }) => {
    for (let n = ids.length; n <= 10; n += 1) ids.push(await make(`Station ${n}`));
    const { id } = await platform.db
      .insertInto('labels')
      .values({ organisationId, name: 'Many', description: '', color: '#0055AA' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const people = await Promise.all(
      Array.from({ length: 3 }, () => makeUser(platform, { role: 'organisationAdmin', organisationId })),
    );
    const clients = await Promise.all(people.map((one) => as(one)));
    return clients.map(
      ({ post }) =>
        () =>
          post('/stations/several/labels', { target: { ids }, add: [id] }),
    );
  });
  const all = (await Promise.all(calls)).flat();
  const stations = busy.flatMap(({ ids }) => ids);
  const running = await platform.db.transaction().execute(async (trx) => {
    await trx.selectFrom('stations').select('id').where('id', 'in', stations).forUpdate().execute();
    const answers = all.map((call) => call());
    await vi.waitFor(async () => expect(await waitingForLocks(platform)).toBeGreaterThanOrEqual(2), 10_000);
    const { data } = await other.post('/stations/several/favourites', {
      target: { ids: few },
      favourite: true,
    });
    expect(outcomes(data)).toEqual([
      ['One', 'done'],
      ['Two', 'done'],
    ]);
    return { answers };
  });
  for (const { code } of await Promise.all(running.answers)) expect(code).toBe(200);
});
