import { afterAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { lettersTo } from '../../../test/grants-kit.ts';
import { makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registerOrganisationsRoutes } from '../organisations/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { expireHandOvers, registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(
  platform,
  registerStationsRoutes,
  registerGrantsRoutes,
  registerOrganisationsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const offer = (who: Someone, stationId: number, to: Someone) =>
  who.post(`/stations/${stationId}/hand-over`, { account: to.user.email });
const home = async (stationId: number) =>
  platform.db
    .selectFrom('stations')
    .select(['ownerId', 'organisationId'])
    .where('id', '=', stationId)
    .executeTakeFirstOrThrow();

/** What can happen to somebody between an offer and its answer. */
const FATES = {
  locked: { lockedAt: new Date(0) },
  'given a role that grants nothing': { role: 'internalReadOnly' },
  'on the way out': { cancelRequestedAt: new Date(0) },
} as const;

async function change(who: Someone, values: object): Promise<void> {
  await platform.db.updateTable('users').set(values).where('id', '=', who.user.id).execute();
}

describe('a station that somebody owns', () => {
  test.each(['installer', 'organisationAdmin', 'platformAdmin'] as const)(
    'is not given away by the %s of its organisation, though it was never handed over',
    async (role) => {
      const owner = await someone('owner');
      const { organisationId } = owner;
      const station = await makeStation(platform, {
        organisationId: organisationId!,
        ownerId: owner.user.id,
        createdBy: owner.user.id,
      });
      const taker = await someone(role, { organisationId });
      const accomplice = await someone('owner');
      expect((await offer(taker, station.id, accomplice)).error).toBe('noDataPermission');
      expect((await offer(owner, station.id, accomplice)).code).toBe(200);
    },
  );
});

describe('what somebody offered who could not offer it any more', () => {
  test.each(Object.entries(FATES))('hand-over, giver %s', async (_, fate) => {
    const installer = await someone('installer');
    const station = await makeStation(platform, { organisationId: installer.organisationId! });
    const accomplice = await someone('owner');
    const { data } = await offer(installer, station.id, accomplice);
    await change(installer, fate);
    expect((await accomplice.post(`/hand-overs/${data.id}/accept`)).error).toBe('notFound');
    expect((await home(station.id)).ownerId).toBeNull();
  });

  test('hand-over, giver in another organisation', async () => {
    const installer = await someone('installer');
    const station = await makeStation(platform, { organisationId: installer.organisationId! });
    const accomplice = await someone('owner');
    const { data } = await offer(installer, station.id, accomplice);
    await change(installer, { organisationId: (await makeOrganisation(platform)).id });
    expect((await accomplice.post(`/hand-overs/${data.id}/accept`)).error).toBe('notFound');
  });

  test.each(Object.entries(FATES))('grant of stations, giver %s', async (_, fate) => {
    const installer = await someone('installer');
    const station = await makeStation(platform, { organisationId: installer.organisationId! });
    const accomplice = await someone('serviceProvider');
    const { data } = await installer.post('/grants', {
      object: { stationIds: [station.id] },
      to: { account: accomplice.user.email },
      role: 'viewer',
      endsAt: platform.clock.now() + 86_400_000,
    });
    await change(installer, fate);
    expect((await accomplice.post(`/grants/${data.id}/accept`)).error).toBe('grantNotOpen');
    expect((await accomplice.get(`/stations/${station.id}`)).error).toBe('stationNotFound');
    expect((await accomplice.post(`/grants/${data.id}/decline`)).code).toBe(200);
  });

  test('grant of a whole organisation, giver no administrator any more', async () => {
    const admin = await someone('organisationAdmin');
    const accomplice = await someone('serviceProvider');
    const { data } = await admin.post('/grants', {
      object: { organisationId: admin.organisationId },
      to: { account: accomplice.user.email },
      role: 'viewer',
      endsAt: platform.clock.now() + 86_400_000,
    });
    await change(admin, { role: 'installer' });
    expect((await accomplice.post(`/grants/${data.id}/accept`)).error).toBe('grantNotOpen');
  });
});

describe("a station that goes into its owner's own organisation", () => {
  async function owned() {
    const owner = await someone('owner');
    const station = await makeStation(platform, { ownerId: owner.user.id, handedOverAt: new Date(0) });
    return { owner, station };
  }
  const takeHome = (who: Someone, id: number) =>
    who.put(`/stations/${id}/organisation`, { organisationCode: null });

  test('the code of such an organisation is nobody’s to take', async () => {
    const { owner } = await owned();
    const admin = await someone('organisationAdmin');
    const code = `P-${owner.user.userCode}`;
    for (const spelled of [code, code.toLowerCase()]) {
      const made = { parentId: admin.organisationId, name: 'Trap', code: spelled, type: 'personal' };
      expect((await admin.post('/organisations', made)).error).toBe('organisationCodeTaken');
      const renamed = await admin.put(`/organisations/${admin.organisationId}`, { code: spelled });
      expect(renamed.error).toBe('organisationCodeTaken');
    }
  });

  test('does not go where somebody else took the code before', async () => {
    const { owner, station } = await owned();
    const admin = await someone('organisationAdmin');
    await platform.db
      .updateTable('organisations')
      .set({ code: `P-${owner.user.userCode}`, type: 'personal' })
      .where('id', '=', admin.organisationId)
      .execute();
    expect((await takeHome(owner, station.id)).code).toBe(200);
    expect((await home(station.id)).organisationId).not.toBe(admin.organisationId);
    expect((await admin.get(`/stations/${station.id}`)).error).toBe('stationNotFound');
  });

  test('does not stay in a firm that calls itself a person’s', async () => {
    const { owner, station } = await owned();
    await someone('installer', { organisationId: owner.organisationId });
    await platform.db
      .updateTable('organisations')
      .set({ type: 'personal' })
      .where('id', '=', owner.organisationId)
      .execute();
    expect((await takeHome(owner, station.id)).code).toBe(200);
    expect((await home(station.id)).organisationId).not.toBe(owner.organisationId);
  });
});

test('whoever offered a station and left is not told how it is called when the offer ends; whoever stayed is', async () => {
  const [left, stayed, owner] = [
    await someone('installer'),
    await someone('installer'),
    await someone('owner'),
  ];
  const offers = [];
  for (const who of [left, stayed]) {
    const station = await makeStation(platform, { organisationId: who.organisationId! });
    offers.push((await offer(who, station.id, owner)).data.id);
  }
  await change(left, { organisationId: (await makeOrganisation(platform)).id });
  const expiresAt = new Date(platform.clock.now());
  await platform.db.updateTable('handOvers').set({ expiresAt }).where('id', 'in', offers).execute();
  await expireHandOvers(platform);
  expect(await lettersTo(platform, stayed.user.email!)).toMatchObject([{ template: 'handOverExpired' }]);
  expect(await lettersTo(platform, left.user.email!)).toEqual([]);
});
