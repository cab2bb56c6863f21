import { fixedTariff } from '@sunfleet/analysis';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { registerTariffsRoutes } from '../tariffs/index.ts';
import { registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerGrantsRoutes, registerTariffsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const priced = (price: number) => [{ from: null, rules: fixedTariff({ import: price, feedIn: 0.08 }) }];
const makeTariff = async (who: Someone, name: string): Promise<number> =>
  (await who.post('/tariffs', { name, currency: 'EUR', versions: priced(0.3) })).data.id;
const change = (who: Someone, id: number) =>
  who.put(`/tariffs/${id}`, { name: 'Dear', versions: priced(9), revision: 1 });

test('who gave a station away no longer changes the prices that it is counted by', async () => {
  const installer = await someone('organisationAdmin');
  const [seller, buyer] = [await someone('owner'), await someone('owner')];
  const { id } = await makeStation(platform, {
    organisationId: installer.organisationId!,
    ownerId: seller.user.id,
  });
  const [ofSeller, ofInstaller] = [
    await makeTariff(seller, 'Of the seller'),
    await makeTariff(installer, 'Of the installer'),
  ];
  await platform.db
    .insertInto('stationTariffs')
    .values([
      { stationId: id, fromDay: '-infinity', tariffId: ofSeller },
      { stationId: id, fromDay: '2026-01-01', tariffId: ofInstaller },
    ])
    .execute();
  const offered = await seller.post(`/stations/${id}/hand-over`, { account: buyer.user.email! });
  expect((await buyer.post(`/hand-overs/${offered.data.id}/accept`)).code).toBe(200);
  expect((await change(seller, ofSeller)).code).toBe(200);
  const { terms } = (await buyer.get(`/stations/${id}/tariffs`)).data;
  expect(terms).toMatchObject([
    { from: null, tariff: { name: 'Of the seller', versions: priced(0.3) } },
    // The installer goes on looking after it.
    { from: '2026-01-01', tariff: { id: ofInstaller } },
  ]);
  // Nothing holds it any more.
  expect((await seller.del(`/tariffs/${ofSeller}`)).code).toBe(200);

  const next = await someone('organisationAdmin');
  const { organisationId } = next;
  const moving = await platform.db
    .insertInto('handOvers')
    .values({
      stationId: id,
      fromUserId: buyer.user.id,
      toOrganisationId: organisationId,
      createdAt: new Date(platform.clock.now()),
      expiresAt: new Date(platform.clock.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await next.post(`/hand-overs/${moving.id}/accept`)).code).toBe(200);
  expect((await change(installer, ofInstaller)).code).toBe(200);
  const after = (await buyer.get(`/stations/${id}/tariffs`)).data.terms;
  expect(after[1]).toMatchObject({ from: '2026-01-01', tariff: { versions: priced(0.3) } });
});
