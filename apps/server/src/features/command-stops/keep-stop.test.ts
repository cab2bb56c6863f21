import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import type { Answer } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { registerCommandsRoutes } from '../commands/index.ts';
import { registerOrganisationsRoutes } from '../organisations/index.ts';
import { isStopped } from './index.ts';

const platform = await testPlatform();
const { db } = platform;
const { server, call, person, someone } = await openAccounts(
  platform,
  registerCommandsRoutes,
  registerOrganisationsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const operator = await someone('platformAdmin', { organisationId: null });
const stop = (organisationId: number) =>
  operator.post(`/organisations/${organisationId}/commands/stop`, { reason: 'Look first' });
/** Whether requests to a device are stopped where it is now. */
async function deviceStopped(id: number): Promise<boolean | undefined> {
  const { rows } = await sql<{ stopped: boolean }>`
    SELECT ${isStopped(sql`devices.organisation_id`)} AS stopped FROM devices WHERE id = ${id}`.execute(db);
  return rows[0]?.stopped;
}

/** Stops an organisation while something is done that has come as far as it changes SIM cards; answers both. */
async function meanwhile(organisationId: number, act: () => Promise<Answer>): Promise<[Answer, Answer]> {
  const gate = await platform.pool.connect();
  await gate.query('BEGIN; LOCK TABLE sim_cards IN SHARE MODE');
  const acting = act();
  await vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(1));
  let answered = false;
  const stopping = stop(organisationId).finally(() => (answered = true));
  await vi.waitUntil(async () => answered || (await waitingForLocks(platform)) === 2);
  await gate.query('COMMIT');
  gate.release();
  return [await acting, await stopping];
}

test('an organisation that is let go while its superior is stopped is stopped', async () => {
  const superior = await makeOrganisation(platform);
  const { id: organisationId } = await makeOrganisation(platform, superior);
  const device = await makeDevice(platform, { organisationId });
  const head = await someone('organisationAdmin', { organisationId: superior.id });
  const letGo = () => head.put(`/organisations/${organisationId}`, { tie: 'loose' });
  const answers = await meanwhile(superior.id, letGo);
  expect(answers.map(({ code }) => code)).toEqual([200, 200]);
  expect(await deviceStopped(device.id)).toBe(true);
});

async function owner(parent?: Parameters<typeof makeOrganisation>[1]) {
  const { id: organisationId } = await makeOrganisation(platform, parent);
  const type = { type: 'personal' } as const;
  await db.updateTable('organisations').set(type).where('id', '=', organisationId).execute();
  const me = await person({ role: 'owner', organisationId });
  const station = await makeStation(platform, { organisationId, ownerId: me.id });
  const device = await makeDevice(platform, { organisationId, stationId: station.id });
  const toProfessional = () =>
    call('/ups/user/accountType', {
      body: { password: PASSWORD, accountType: 'professional', organization: { name: 'New merchant' } },
      bearer: me.token,
    });
  return { organisationId, device, toProfessional };
}

test('whoever stops an organisation while its owner founds another one with all that is in it hears that it is gone', async () => {
  const { organisationId, device, toProfessional } = await owner();
  const [switched, stopped] = await meanwhile(organisationId, toProfessional);
  expect([switched.code, stopped.error]).toEqual([200, 'organisationNotFound']);
  expect(await deviceStopped(device.id)).toBe(false);
});

test('what is stopped with the superior of an own organisation goes along into the one that its owner founds', async () => {
  const superior = await makeOrganisation(platform);
  const { organisationId, device, toProfessional } = await owner(superior);
  await stop(superior.id);
  expect((await toProfessional()).code).toBe(200);
  const row = db.selectFrom('devices').select('organisationId').where('id', '=', device.id);
  expect((await row.executeTakeFirstOrThrow()).organisationId).not.toBe(organisationId);
  expect(await deviceStopped(device.id)).toBe(true);
});
