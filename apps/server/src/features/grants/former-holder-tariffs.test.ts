import { fixedTariff } from '@sunfleet/analysis';
import type { Insertable } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import type { GrantsTable } from '../../platform/postgres/tables/grants.ts';
import { registerTariffsRoutes } from '../tariffs/index.ts';
import { registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerGrantsRoutes, registerTariffsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const { db, clock } = platform;
const HOUR = 3_600_000;
type Someone = Awaited<ReturnType<typeof someone>>;
const priced = (price: number) => [{ from: null, rules: fixedTariff({ import: price, feedIn: 0.08 }) }];

/** An accepted grant on stations or on all of an organisation. */
async function grant(values: Partial<Insertable<GrantsTable>>, stationIds: readonly number[] = []) {
  const now = clock.now();
  const { id: grantId } = await db
    .insertInto('grants')
    .values({
      state: 'accepted',
      role: 'operator',
      beginsAt: new Date(now),
      endsAt: new Date(now + HOUR),
      createdAt: new Date(now),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (stationIds.length > 0)
    await db
      .insertInto('grantStations')
      .values(stationIds.map((stationId) => ({ grantId, stationId })))
      .execute();
  return grantId;
}

/** A station with an owner, granted to somebody who prices it by a tariff of theirs. */
async function scene(holder: Someone, to: 'person' | 'organisation' = 'organisation') {
  const owner = await someone('owner');
  const make = () => makeStation(platform, { organisationId: owner.organisationId!, ownerId: owner.user.id });
  const [station, other] = [await make(), await make()];
  const grantee =
    to === 'person' ? { toUserId: holder.user.id } : { toOrganisationId: holder.organisationId };
  const grantId = await grant({ ...grantee, createdBy: owner.user.id }, [station.id, other.id]);
  const made = await holder.post('/tariffs', { name: 'Ours', currency: 'EUR', versions: priced(0.3) });
  const { id: tariffId } = made.data as { id: number };
  const terms = [{ from: null, tariffId }];
  for (const { id } of [station, other]) {
    const set = await holder.put(`/stations/${id}/tariffs`, { terms, investment: null });
    expect(set.code).toBe(200);
  }
  let revision = 0;
  return {
    owner,
    station,
    other,
    grantId,
    tariffId,
    change: (price: number) =>
      holder.put(`/tariffs/${tariffId}`, {
        name: `At ${price}`,
        versions: priced(price),
        revision: (revision += 1),
      }),
    priceOf: async ({ id }: { id: number }) =>
      (await owner.get(`/stations/${id}/tariffs`)).data.terms[0].tariff.versions[0].rules.import[0].price,
  };
}

test.each<[string, (made: Awaited<ReturnType<typeof scene>>, holder: Someone) => Promise<unknown>]>([
  ['withdrawn', ({ owner, grantId }) => owner.post(`/grants/${grantId}/revoke`)],
  ['given back', ({ grantId }, holder) => holder.post(`/grants/${grantId}/decline`)],
  ['over by the clock', async () => clock.advance(HOUR + 1)],
])('whose authorisation is %s prices the stations no longer by a tariff they still have', async (_, end) => {
  const admin = await someone('organisationAdmin');
  const made = await scene(admin);
  const { owner, station, other, tariffId, change, priceOf } = made;
  expect((await change(0.4)).code).toBe(200);
  expect(await priceOf(station)).toBe(0.4);
  const answer = await end(made, admin);
  if (typeof answer === 'object') expect(answer).toMatchObject({ code: 200 });
  expect((await change(9)).code).toBe(200);
  expect([await priceOf(station), await priceOf(other)]).toEqual([0.4, 0.4]);
  // One copy is for both, and nobody keeps it.
  const copies = await db
    .selectFrom('stationTariffs')
    .innerJoin('tariffs', 'tariffs.id', 'stationTariffs.tariffId')
    .select(['tariffs.id', 'tariffs.organisationId', 'tariffs.ownerId'])
    .distinct()
    .where('stationId', 'in', [station.id, other.id])
    .execute();
  expect(copies).toEqual([{ id: expect.any(Number), organisationId: null, ownerId: null }]);
  expect((await admin.del(`/tariffs/${tariffId}`)).code).toBe(200);
  const terms = [{ from: null, tariffId: copies[0]!.id }];
  expect((await owner.put(`/stations/${station.id}/tariffs`, { terms, investment: null })).code).toBe(200);
});

test('a station that is taken out of an authorisation keeps its prices, and the others change', async () => {
  const admin = await someone('organisationAdmin');
  const { station, other, grantId, change, priceOf } = await scene(admin);
  await db
    .deleteFrom('grantStations')
    .where('grantId', '=', grantId)
    .where('stationId', '=', station.id)
    .execute();
  expect((await change(0.5)).code).toBe(200);
  expect([await priceOf(station), await priceOf(other)]).toEqual([0.3, 0.5]);
});

test('what somebody was granted in person is no more their firm’s once they have left it', async () => {
  const admin = await someone('organisationAdmin');
  const colleague = await someone('organisationAdmin', { organisationId: admin.organisationId });
  const { station, change, priceOf } = await scene(admin, 'person');
  const ofColleague = (price: number, revision: number) =>
    db
      .selectFrom('tariffs')
      .select('id')
      .where('organisationId', '=', admin.organisationId)
      .executeTakeFirstOrThrow()
      .then(({ id }) =>
        colleague.put(`/tariffs/${id}`, { name: 'Theirs', versions: priced(price), revision }),
      );
  expect((await change(0.6)).code).toBe(200);
  expect(await priceOf(station)).toBe(0.6);
  await db
    .updateTable('users')
    .set({ organisationId: null, role: 'owner' })
    .where('id', '=', admin.user.id)
    .execute();
  expect((await ofColleague(7, 2)).code).toBe(200);
  expect(await priceOf(station)).toBe(0.6);
});

test('an authorisation for all of an organisation, and one that only lets look', async () => {
  const admin = await someone('organisationAdmin');
  const { station, owner, grantId, change, priceOf } = await scene(admin);
  await grant({ toOrganisationId: admin.organisationId, organisationId: owner.organisationId });
  await db.updateTable('grants').set({ state: 'revoked' }).where('id', '=', grantId).execute();
  expect((await change(0.7)).code).toBe(200);
  expect(await priceOf(station)).toBe(0.7);
  await db
    .updateTable('grants')
    .set({ role: 'viewer' })
    .where('toOrganisationId', '=', admin.organisationId)
    .execute();
  expect((await change(8)).code).toBe(200);
  expect(await priceOf(station)).toBe(0.7);
});
