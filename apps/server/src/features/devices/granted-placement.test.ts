import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { registerDevicesRoutes } from './index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerDevicesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

test.each(['replace', 'parent'] as const)(
  'who works at a station by an authorisation gets no secret of its devices: %s',
  async (how) => {
    const home = { organisationId: (await makeOrganisation(platform)).id };
    const station = await makeStation(platform, home);
    const at = { ...home, stationId: station.id };
    const logger = await makeDevice(platform, { ...at, kind: 'logger' });
    const inverter = await makeDevice(platform, { ...at, parentId: logger.id });
    const { id: organisationId } = await makeOrganisation(platform);
    const guest = await makeUser(platform, { role: 'installer', organisationId });
    const now = platform.clock.now();
    const period = { beginsAt: new Date(now), endsAt: new Date(now + 60_000), createdAt: new Date(now) };
    const { id } = await platform.db
      .insertInto('grants')
      .values({ state: 'accepted', role: 'operator', toUserId: guest.id, ...period })
      .returning('id')
      .executeTakeFirstOrThrow();
    await platform.db.insertInto('grantStations').values({ grantId: id, stationId: station.id }).execute();
    const { get, post, put } = await as(guest);
    expect(await get(`/devices/${inverter.id}`)).toMatchObject({ code: 200 });
    const asked =
      how === 'replace'
        ? await post(`/devices/${inverter.id}/replace`, { sn: `SN${randomUUID().slice(0, 12)}` })
        : await put(`/devices/${inverter.id}/parent`, { parentSn: null });
    expect(asked.error).toBe('deviceNotFound');
    const row = platform.db.selectFrom('devices').selectAll().where('id', '=', inverter.id);
    expect(await row.executeTakeFirst()).toMatchObject({
      sn: inverter.sn,
      secretHash: null,
      stationId: station.id,
      parentId: inverter.parentId,
    });
  },
);
