import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Permission } from '@sunfleet/contract';
import { openApi } from '../../../test/api-kit.ts';
import { beginRun } from '../../../test/begin-run.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeGrant, makeRole, makeStation, makeUser } from '../../../test/makers.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { registerRunsRoutes } from './index.ts';

/** A run is done by the right of who began it, so that those alone let it go on or have it tried again who could begin it. */

const platform = await testPlatform();
const { db } = platform;
const { server, as, someone } = await openApi(platform, registerRunsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const WRITES: Permission[] = ['devices.view', 'parameters.read', 'parameters.write', 'parameters.dangerous'];

/** An organisation that unbinds devices and writes to them, and somebody else of it who directs both runs. */
async function mintScene({ scope, also = [] }: { scope: 'organisation' | 'granted'; also?: Permission[] }) {
  const { user, organisationId } = await someone('organisationAdmin');
  const station = await makeStation(platform, { organisationId: organisationId! });
  const device = await makeDevice(platform, { stationId: station.id, organisationId });
  const actor = (await findUserActor(db, { userId: user.id, at: platform.clock.now() }))!;
  const begin = (kind: 'unbind' | 'parameters') =>
    beginRun(platform, { actor, kind, deviceIds: [device.id] });
  const { id: roleId } = await makeRole(platform, {
    organisationId: organisationId!,
    scope,
    permissions: [...WRITES, ...also],
  });
  const person = await makeUser(platform, { organisationId, role: 'internalReadOnly', roleId });
  if (scope === 'granted')
    await makeGrant(platform, {
      toUserId: person.id,
      stationId: station.id,
      role: 'operator',
      commands: true,
    });
  return { unbinds: await begin('unbind'), writes: await begin('parameters'), other: await as(person) };
}

const setAll = (ids: readonly number[], state: 'suspended' | 'failed') =>
  state === 'suspended'
    ? db.updateTable('runs').set({ state }).where('id', 'in', ids).execute()
    : sql`WITH ended AS (UPDATE runs SET state = 'finished', ended_at = now() WHERE id = ANY(${[...ids]}::bigint[]))
        UPDATE run_devices SET state = 'failed' WHERE run_id = ANY(${[...ids]}::bigint[])`.execute(db);

const CASES = [
  ['whose role does not unbind', { scope: 'organisation' }],
  [
    'who works at the station by an authorisation, whatever the role gives',
    { scope: 'granted', also: ['devices.delete'] },
  ],
] satisfies [string, Parameters<typeof mintScene>[0]][];

test.each(CASES)('who could not begin a run neither lets it go on nor tries it again: %s', async (_, who) => {
  const { unbinds, writes, other } = await mintScene(who);
  const told = async (id: number) => {
    const { mayDirect, mayResume, mayRetry } = (await other.get(`/runs/${id}`)).data;
    return { mayDirect, mayResume, mayRetry };
  };
  await setAll([unbinds, writes], 'suspended');
  expect(await told(unbinds)).toEqual({ mayDirect: true, mayResume: false, mayRetry: false });
  expect(await told(writes)).toEqual({ mayDirect: true, mayResume: true, mayRetry: false });
  expect((await other.post(`/runs/${unbinds}/resume`)).error).toBe('noDataPermission');
  const row = db.selectFrom('runs').select('state').where('id', '=', unbinds);
  expect(await row.executeTakeFirst()).toEqual({ state: 'suspended' });
  expect((await other.post(`/runs/${writes}/resume`)).code).toBe(200);
  await setAll([unbinds, writes], 'failed');
  expect(await told(unbinds)).toEqual({ mayDirect: true, mayResume: false, mayRetry: false });
  expect(await told(writes)).toEqual({ mayDirect: true, mayResume: false, mayRetry: true });
  expect((await other.post(`/runs/${unbinds}/retry`)).error).toBe('noDataPermission');
  expect((await other.post(`/runs/${writes}/retry`)).code).toBe(200);
});

test('who could not begin a run suspends and stops it', async () => {
  const { unbinds, other } = await mintScene({ scope: 'organisation' });
  expect((await other.post(`/runs/${unbinds}/suspend`)).code).toBe(200);
  expect((await other.post(`/runs/${unbinds}/stop`)).code).toBe(200);
});

test('who may unbind lets such a run go on', async () => {
  const { unbinds, other } = await mintScene({ scope: 'organisation', also: ['devices.delete'] });
  await setAll([unbinds], 'suspended');
  expect((await other.get(`/runs/${unbinds}`)).data).toMatchObject({ mayResume: true });
  expect((await other.post(`/runs/${unbinds}/resume`)).code).toBe(200);
});
