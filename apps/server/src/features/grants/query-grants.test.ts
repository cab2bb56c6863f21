import type { Grant } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerGrantsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;

const list = async (who: Someone, direction: 'given' | 'received', more: object) => {
  const { data } = await who.post('/ups/user/queryGrantInfo', { direction, ...more });
  return (data.rows as Grant[]).map(({ id }) => id);
};
const give = async (who: Someone, object: object, to: Someone) => {
  const endsAt = platform.clock.now() + 30 * 86_400_000;
  const body = { object, to: { account: to.user.email }, role: 'viewer', endsAt };
  return (await who.post('/grants', body)).data as Grant;
};

/** The owner of one of two stations of an installer, and a service provider elsewhere. */
async function scene() {
  const installer = await someone('installer');
  const organisationId = installer.organisationId!;
  const owner = await someone('owner', { organisationId });
  const own = await makeStation(platform, { organisationId, ownerId: owner.user.id });
  const other = await makeStation(platform, { organisationId, name: `Roof of Meyer ${owner.user.id}` });
  const admin = await someone('organisationAdmin', { organisationId });
  return { organisationId, installer, admin, owner, own, other, service: await someone('serviceProvider') };
}

test('the name or number of a station that the reader does not see in a grant finds nothing', async () => {
  const { installer, owner, own, other, service } = await scene();
  const { id } = await give(installer, { stationIds: [own.id, other.id] }, service);
  for (const asked of [{ q: other.name }, { q: 'roof of me' }, { stationId: other.id }]) {
    expect(await list(owner, 'given', asked)).toEqual([]);
    expect(await list(installer, 'given', asked)).toEqual([id]);
    expect(await list(service, 'received', asked)).toEqual([id]);
  }
  for (const asked of [{ q: own.name }, { stationId: own.id }])
    expect(await list(owner, 'given', asked)).toEqual([id]);
});

test('a grant of a whole organisation does not tell the owner of one station which others it has', async () => {
  const { organisationId, admin, owner, own, other, service } = await scene();
  const { id } = await give(admin, { organisationId }, service);
  expect(await list(owner, 'given', { stationId: own.id })).toEqual([id]);
  expect(await list(owner, 'given', { stationId: other.id })).toEqual([]);
  expect(await list(admin, 'given', { stationId: other.id })).toEqual([id]);
});

test('those that wait for an answer of the reader are asked for alone, and how many there are is known from one', async () => {
  const { installer, own, other, service } = await scene();
  const organisationId = service.organisationId!;
  const { code } = await platform.db
    .selectFrom('organisations')
    .select('code')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const toPerson = await give(installer, { stationIds: [own.id] }, service);
  const { id } = (
    await installer.post('/grants', {
      object: { stationIds: [other.id] },
      to: { organisationCode: code },
      role: 'viewer',
      endsAt: platform.clock.now() + 30 * 86_400_000,
    })
  ).data as Grant;
  const boss = await someone('organisationAdmin', { organisationId });
  const waiting = { state: 'pending', answerable: true };
  expect(await list(service, 'received', { state: 'pending' })).toEqual([id, toPerson.id]);
  expect(await list(service, 'received', waiting)).toEqual([toPerson.id]);
  expect(await list(boss, 'received', waiting)).toEqual([id]);
  const body = { direction: 'received', ...waiting, pageSize: 1 };
  expect((await service.post('/ups/user/queryGrantInfo', body)).data).toMatchObject({ total: 1 });
});
