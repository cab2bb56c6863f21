import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { beginRun } from '../../../test/begin-run.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { registerRunsRoutes } from './index.ts';

/** What the owner of a station is told of runs that its organisation began on it. */

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerRunsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

/** A station of an organisation and of one of its customers, and runs on it. */
async function looked() {
  const installer = await someone('installer');
  const { organisationId } = installer;
  const owner = await someone('owner', { organisationId });
  const home = { organisationId: organisationId!, ownerId: owner.user.id };
  const station = await makeStation(platform, home);
  const device = await makeDevice(platform, { stationId: station.id, organisationId });
  const actor = (await findUserActor(platform.db, {
    userId: installer.user.id,
    at: platform.clock.now(),
  }))!;
  const begin = (kind: 'parameters' | 'move' | 'label', name: string) =>
    beginRun(platform, { actor, deviceIds: [device.id], kind, name });
  const runs = async ({ get }: Pick<typeof owner, 'get'>) => {
    const { data } = await get(`/stations/${station.id}/runs`);
    return (data?.rows ?? []) as { name: string; kind: string; mayRead: boolean }[];
  };
  return { installer, owner, begin, runs };
}

test('to which other station devices were moved, and how labels are called, is told who reads the run', async () => {
  const { installer, owner, begin, runs } = await looked();
  await begin('label', 'Pays late');
  await begin('move', 'Neighbour');
  await begin('parameters', 'battery.reserve');
  const namesFor = async (who: typeof owner) => (await runs(who)).map(({ name }) => name);
  expect(await namesFor(installer)).toEqual(['battery.reserve', 'Neighbour', 'Pays late']);
  expect(await namesFor(owner)).toEqual(['battery.reserve', '', '']);
});

test('a run of an account that is gone is listed', async () => {
  const { installer, owner, begin, runs } = await looked();
  await begin('parameters', 'battery.reserve');
  await platform.db
    .updateTable('runs')
    .set({ userId: null })
    .where('userId', '=', installer.user.id)
    .execute();
  expect(await runs(owner)).toMatchObject([{ name: 'battery.reserve', mayRead: false }]);
});
