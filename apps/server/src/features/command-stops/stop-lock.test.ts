import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { systemActor } from '../../platform/actor.ts';
import { registerCommandsRoutes } from '../commands/index.ts';
import { requireNotStopped } from './index.ts';

const platform = await testPlatform();
const { db } = platform;
const { server, someone } = await openApi(platform, registerCommandsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

test('what found no stop has left before one begins', async () => {
  const operator = await someone('platformAdmin', { organisationId: null });
  const { id: organisationId } = await makeOrganisation(platform);
  const device = await makeDevice(platform, { organisationId });
  const ofDevice = db.selectFrom('devices').select('organisationId').where('id', '=', device.id);
  let found: unknown;
  const { stopped } = await db.transaction().execute(async (trx) => {
    await trx.updateTable('devices').set({ organisationId: null }).where('id', '=', device.id).execute();
    await requireNotStopped(trx, systemActor, { from: organisationId, to: null });
    const stopping = operator
      .post(`/organisations/${organisationId}/commands/stop`, { reason: 'Look first' })
      .then(async (answer) => {
        found = await ofDevice.executeTakeFirst();
        return answer;
      });
    await vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(1));
    return { stopped: stopping };
  });
  expect((await stopped).code).toBe(200);
  expect(found).toEqual({ organisationId: null });
});

test('an organisation that is deleted as it is stopped is not found, and neither waits for the other', async () => {
  const operator = await someone('platformAdmin', { organisationId: null });
  const { id: organisationId } = await makeOrganisation(platform);
  const { stopped } = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute();
    const stopping = operator.post(`/organisations/${organisationId}/commands/stop`, {
      reason: 'Look first',
    });
    await vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(1));
    await requireNotStopped(trx, systemActor, { from: organisationId, to: null });
    await trx.deleteFrom('organisations').where('id', '=', organisationId).execute();
    return { stopped: stopping };
  });
  expect((await stopped).error).toBe('organisationNotFound');
});
