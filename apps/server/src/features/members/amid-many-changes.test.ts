import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { labelDevices } from '../devices/index.ts';
import { addAndRemove } from '../labels/index.ts';
import { registerMembersRoutes } from './index.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { server, as } = await openApi(platform, registerMembersRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

/** Devices that are changed beside each other, as by a run. */
const AT_ONCE = 6;

test('who changes something without a pause, as by runs, keeps nobody from locking or demoting them', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const admin = await as(await makeUser(platform, { role: 'organisationAdmin', organisationId }));
  const customer = await makeUser(platform, { role: 'owner', organisationId });
  const station = await makeStation(platform, { organisationId, ownerId: customer.id });
  const label = await db
    .insertInto('labels')
    .values({ organisationId, name: 'Busy', color: '#112233' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const actor = (await findUserActor(db, { userId: customer.id, at: clock.now() }))!;
  const context = { actor, address: null, language: 'en-US', bearer: '' } as const;
  const changes = async () => {
    const counted = db
      .selectFrom('auditLog')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('stationId', '=', station.id);
    return (await counted.executeTakeFirstOrThrow()).n;
  };
  let on = true;
  // Not for ever, where it does keep them.
  const patience = setTimeout(() => (on = false), 15_000);
  const loops = Array.from({ length: AT_ONCE }, async () => {
    const { id } = await makeDevice(platform, { stationId: station.id, organisationId });
    for (let put = true; on; put = !put) {
      const change = addAndRemove({ add: put ? [label.id] : [], remove: put ? [] : [label.id] });
      await labelDevices(platform, context, { ids: [id], ...change }).catch(() => undefined);
    }
  });
  await vi.waitFor(async () => expect(await changes()).toBeGreaterThan(20));
  const began = performance.now();
  const answer = await admin.put(`/ups/user/${customer.id}/role`, { role: 'internalReadOnly' });
  const ms = performance.now() - began;
  on = false;
  clearTimeout(patience);
  await Promise.all(loops);
  expect(answer.code).toBe(200);
  expect(ms).toBeLessThan(3000);
}, 30_000);
