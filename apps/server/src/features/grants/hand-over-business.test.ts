import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerStationsRoutes, registerGrantsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

test('a business of the type personal goes on looking after a station whose owner hands it over', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const business = platform.db.updateTable('organisations').where('id', '=', organisationId);
  await business.set({ type: 'personal' }).execute();
  const installer = await someone('installer', { organisationId });
  const seller = await someone('owner', { organisationId });
  const station = await makeStation(platform, { organisationId, ownerId: seller.user.id });
  const next = await someone('owner');
  const { data } = await seller.post(`/stations/${station.id}/hand-over`, { account: next.user.email });
  expect((await next.post(`/hand-overs/${data.id}/accept`)).code).toBe(200);
  const looks = [installer, seller, next].map((who) => who.get(`/stations/${station.id}`));
  expect((await Promise.all(looks)).map(({ code }) => code === 200)).toEqual([true, false, true]);
});
