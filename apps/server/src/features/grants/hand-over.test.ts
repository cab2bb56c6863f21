import { LIMITS } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { mintProduct } from '../../../test/route-matrix/mint-of-organisation.ts';
import { systemActor } from '../../platform/actor.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerGrantsRoutes, tellOffer } from './index.ts';
import { moveStation } from './move-station.ts';
import { lettersTo, organisationOf } from '../../../test/grants-kit.ts';

const platform = await testPlatform();
const { server, someone, nobody, asProgram } = await openApi(
  platform,
  registerStationsRoutes,
  registerGrantsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const sees = async (who: Someone, stationId: number) =>
  (await who.get(`/stations/${stationId}`)).code === 200;
const offer = (who: Someone, stationId: number, account: string) =>
  who.post(`/stations/${stationId}/hand-over`, { account });
const offers = async (who: Someone) => (await who.get('/hand-overs')).data as { id: number }[];
const stationRow = (id: number) =>
  platform.db.selectFrom('stations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function scene() {
  const installer = await someone('installer');
  const organisationId = installer.organisationId!;
  const station = await makeStation(platform, { organisationId, createdBy: installer.user.id });
  return { installer, organisationId, station, buyer: await someone('owner') };
}

async function owned() {
  const made = await scene();
  await offer(made.installer, made.station.id, made.buyer.user.email!);
  await made.buyer.post(`/hand-overs/${(await offers(made.buyer))[0]!.id}/accept`);
  return made;
}

/** Grants stations, and accepts it. */
async function give(giver: Someone, to: Someone, stationIds: number[]) {
  const endsAt = platform.clock.now() + 86_400_000;
  const body = { object: { stationIds }, to: { account: to.user.email }, role: 'viewer', endsAt };
  const { data } = await giver.post('/grants', body);
  await to.post(`/grants/${data.id}/accept`);
}

describe('hand over', () => {
  test('who accepts owns the station; the organisation goes on seeing it', async () => {
    const { installer, station, buyer } = await scene();
    const { data } = await offer(installer, station.id, buyer.user.email!);
    expect(data).toMatchObject({
      as: 'owner',
      station: { id: station.id, name: station.name },
      to: buyer.user.email,
      expiresAt: platform.clock.now() + LIMITS.handOverMs,
    });
    expect(await sees(buyer, station.id)).toBe(false);
    expect(await offers(buyer)).toEqual([data]);
    await tellOffer(platform, { handOverId: data.id });
    const [letter] = await lettersTo(platform, buyer.user.email!);
    expect(letter).toMatchObject({ template: 'handOverOffered' });
    expect(letter!.subject).toContain(station.name);
    expect(await offers(installer)).toEqual([]);
    const changed: number[] = [];
    const end = platform.bus.subscribe('stationChanged', ({ stationId }) => changed.push(stationId));
    expect(await buyer.post(`/hand-overs/${data.id}/accept`)).toMatchObject({ code: 200, data: null });
    end();
    expect(changed).toEqual([station.id]);
    expect(await stationRow(station.id)).toMatchObject({
      ownerId: buyer.user.id,
      handedOverAt: new Date(platform.clock.now()),
    });
    expect([await sees(buyer, station.id), await sees(installer, station.id)]).toEqual([true, true]);
    expect((await offer(installer, station.id, installer.user.email!)).error).toBe('noDataPermission');
    expect((await buyer.post(`/hand-overs/${data.id}/accept`)).error).toBe('notFound');
    const [answer] = await lettersTo(platform, installer.user.email!);
    expect(answer).toMatchObject({ template: 'handOverAccepted' });
    expect(answer!.subject).toContain(station.name);
  });

  test('an owner sees what is its own whatever its role is', async () => {
    const { installer, station } = await scene();
    const other = await someone('serviceProvider');
    const { data } = await offer(installer, station.id, other.user.userCode);
    await other.post(`/hand-overs/${data.id}/accept`);
    expect(await sees(other, station.id)).toBe(true);
  });

  test('declining leaves it where it is; a new offer replaces the open one', async () => {
    const { installer, station, buyer } = await scene();
    const second = await someone('owner');
    const { data: first } = await offer(installer, station.id, buyer.user.email!);
    const { data: later } = await offer(installer, station.id, second.user.email!);
    expect(await offers(buyer)).toEqual([]);
    expect((await buyer.post(`/hand-overs/${first.id}/accept`)).error).toBe('notFound');
    expect((await buyer.post(`/hand-overs/${later.id}/accept`)).error).toBe('notFound');
    expect((await second.post(`/hand-overs/${later.id}/decline`)).code).toBe(200);
    expect(await offers(second)).toEqual([]);
    expect(await stationRow(station.id)).toMatchObject({ ownerId: null, handedOverAt: null });
  });

  test('the owner hands its station on; nobody else does', async () => {
    const { station, buyer } = await owned();
    const next = await someone('owner');
    const { data } = await offer(buyer, station.id, next.user.email!);
    await next.post(`/hand-overs/${data.id}/accept`);
    expect([await sees(buyer, station.id), await sees(next, station.id)]).toEqual([false, true]);
  });

  test('what the former owner granted ends with the ownership, what the organisation granted stays', async () => {
    const { installer, organisationId, station, buyer } = await scene();
    const [friend, service] = [await someone('serviceProvider'), await someone('serviceProvider')];
    await give(installer, service, [station.id]);
    const { data: first } = await offer(installer, station.id, buyer.user.email!);
    await buyer.post(`/hand-overs/${first.id}/accept`);
    await give(buyer, friend, [station.id]);
    const next = await someone('owner');
    const { data } = await offer(buyer, station.id, next.user.email!);
    expect(await sees(friend, station.id)).toBe(true);
    expect((await next.post(`/hand-overs/${data.id}/accept`)).code).toBe(200);
    expect([await sees(friend, station.id), await sees(service, station.id)]).toEqual([false, true]);
    expect((await stationRow(station.id)).organisationId).toBe(organisationId);
  });

  test('a station leaves the organisation of its former owner alone, and whoever looks in from there', async () => {
    const { id: home } = await makeOrganisation(platform);
    await platform.db.updateTable('organisations').set({ type: 'personal' }).where('id', '=', home).execute();
    const seller = await someone('owner', { organisationId: home });
    const viewer = await someone('internalReadOnly', { organisationId: home });
    const station = await makeStation(platform, { organisationId: home, ownerId: seller.user.id });
    const device = await makeDevice(platform, { stationId: station.id, organisationId: home });
    expect(await sees(viewer, station.id)).toBe(true);
    const next = await someone('owner');
    const { data } = await offer(seller, station.id, next.user.email!);
    await next.post(`/hand-overs/${data.id}/accept`);
    const seen = await Promise.all([next, seller, viewer].map((who) => sees(who, station.id)));
    expect(seen).toEqual([true, false, false]);
    const { organisationId } = await stationRow(station.id);
    expect(organisationId).not.toBe(home);
    const moved = await platform.db
      .selectFrom('devices')
      .select('organisationId')
      .where('id', '=', device.id)
      .executeTakeFirstOrThrow();
    expect(moved.organisationId).toBe(organisationId);
  });

  test('giving a station away asks for a fresh proof of who one is, and no program does it', async () => {
    const { installer, station, buyer } = await scene();
    const program = await asProgram(installer.user, ['stations.view', 'stations.grant']);
    const account = { account: buyer.user.email! };
    expect((await program.post(`/stations/${station.id}/hand-over`, account)).error).toBe('noDataPermission');
    platform.clock.advance(LIMITS.stepUpMs);
    expect((await offer(installer, station.id, buyer.user.email!)).error).toBe('stepUpNeeded');
    const elsewhere = { organisationCode: null };
    expect((await installer.put(`/stations/${station.id}/organisation`, elsewhere)).error).toBe(
      'stepUpNeeded',
    );
  });

  test('offers of one station to an owner and to an installer at the same moment both stand', async () => {
    const { station, buyer } = await owned();
    const [next, chief] = [await someone('owner'), await someone('organisationAdmin')];
    const { code } = await organisationOf(platform, chief.organisationId);
    const both = () => [
      offer(buyer, station.id, next.user.email!),
      buyer.put(`/stations/${station.id}/organisation`, { organisationCode: code }),
    ];
    const answers = await Promise.all([...both(), ...both(), ...both()]);
    expect(answers.map((answer) => answer.code)).toEqual(Array.from(answers, () => 200));
    expect((await buyer.get(`/hand-overs?stationId=${station.id}`)).data).toHaveLength(2);
  });

  test('an offer is void when the station came to another owner on the way', async () => {
    const { station, buyer } = await owned();
    const [next, heir] = [await someone('owner'), await someone('owner')];
    const { data } = await offer(buyer, station.id, next.user.email!);
    await platform.db
      .updateTable('stations')
      .set({ ownerId: heir.user.id })
      .where('id', '=', station.id)
      .execute();
    expect((await next.post(`/hand-overs/${data.id}/accept`)).error).toBe('notFound');
    expect((await stationRow(station.id)).ownerId).toBe(heir.user.id);
  });

  test('refused: oneself, foreign stations, roles without the right, no session', async () => {
    const { installer, organisationId, station, buyer } = await scene();
    expect((await offer(installer, station.id, installer.user.email!)).error).toBe('notYourself');
    expect((await offer(buyer, station.id, installer.user.email!)).error).toBe('stationNotFound');
    const reader = await someone('internalReadOnly', { organisationId });
    expect((await offer(reader, station.id, buyer.user.email!)).error).toBe('noDataPermission');
    expect((await installer.post(`/stations/${station.id}/hand-over`, {})).error).toBe('invalidInput');
    expect((await nobody.get('/hand-overs')).error).toBe('unauthorised');
  });
});

describe('change the installer', () => {
  const change = (who: Someone, stationId: number, organisationCode: string | null) =>
    who.put(`/stations/${stationId}/organisation`, { organisationCode });

  test('station, devices and what the former organisation granted and labelled move or end', async () => {
    const { installer, organisationId, station, buyer } = await scene();
    const device = await makeDevice(platform, { stationId: station.id, organisationId });
    const other = await makeStation(platform, { organisationId });
    const service = await someone('serviceProvider');
    const friend = await someone('serviceProvider');
    await give(installer, service, [station.id, other.id]);
    const { data } = await offer(installer, station.id, buyer.user.email!);
    await buyer.post(`/hand-overs/${data.id}/accept`);
    await give(buyer, friend, [station.id]);
    const label = await platform.db
      .insertInto('labels')
      .values({ organisationId, name: 'Roof', color: '#112233' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await platform.db.insertInto('deviceLabels').values({ deviceId: device.id, labelId: label.id }).execute();
    const next = await makeOrganisation(platform);
    const crew = await someone('installer', { organisationId: next.id });
    const devices: number[] = [];
    const end = platform.bus.subscribe('deviceChanged', ({ deviceId }) => devices.push(deviceId));
    const { data: moving } = await change(buyer, station.id, next.code);
    expect(devices).toEqual([]);
    const chief = await someone('organisationAdmin', { organisationId: next.id });
    expect((await chief.post(`/hand-overs/${moving.id}/accept`)).code).toBe(200);
    end();
    expect(devices).toEqual([device.id]);
    const moved = await platform.db
      .selectFrom('devices')
      .select('organisationId')
      .where('id', '=', device.id)
      .executeTakeFirstOrThrow();
    expect(moved.organisationId).toBe(next.id);
    const seen = await Promise.all(
      [buyer, crew, friend, installer, service].map((who) => sees(who, station.id)),
    );
    expect(seen).toEqual([true, true, true, false, false]);
    expect(await sees(service, other.id)).toBe(true);
    expect(await platform.db.selectFrom('deviceLabels').selectAll().execute()).toEqual([]);
  });

  test('what a superior put on a station leaves with it, unless it is above the next organisation too', async () => {
    const above = await makeOrganisation(platform);
    const [from, beside] = [await makeOrganisation(platform, above), await makeOrganisation(platform, above)];
    const away = await makeOrganisation(platform);
    const { id: stationId } = await makeStation(platform, { organisationId: from.id });
    const productId = await mintProduct(platform.db, above.id, `Of a superior ${above.id}`);
    const device = await makeDevice(platform, { stationId, organisationId: from.id, productId });
    const { id: labelId } = await platform.db
      .insertInto('labels')
      .values({ organisationId: above.id, name: 'Roof', color: '#112233' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await platform.db.insertInto('stationLabels').values({ stationId, labelId }).execute();
    const context = { actor: systemActor, address: null, language: 'en-US', bearer: '' } as const;
    const put = async (to: number) => {
      const now = platform.clock.now();
      await platform.db
        .transaction()
        .execute((trx) => moveStation(trx, { platform, context }, { stationId, to, now }));
      const labels = platform.db
        .selectFrom('stationLabels')
        .select('labelId')
        .where('stationId', '=', stationId);
      const row = platform.db.selectFrom('devices').select('productId').where('id', '=', device.id);
      return [(await labels.execute()).length, (await row.executeTakeFirstOrThrow()).productId];
    };
    expect(await put(beside.id)).toEqual([1, productId]);
    expect(await put(away.id)).toEqual([0, null]);
  });

  test('null takes it into an organisation of the owner alone, the same one each time', async () => {
    const { installer, organisationId, station, buyer } = await owned();
    expect((await change(buyer, station.id, null)).code).toBe(200);
    const home = await stationRow(station.id);
    expect(home.organisationId).not.toBe(organisationId);
    expect([await sees(installer, station.id), await sees(buyer, station.id)]).toEqual([false, true]);
    const chief = await someone('organisationAdmin');
    const back = await organisationOf(platform, chief.organisationId);
    const { data } = await change(buyer, station.id, back.code);
    await chief.post(`/hand-overs/${data.id}/accept`);
    expect((await stationRow(station.id)).organisationId).toBe(chief.organisationId);
    await change(buyer, station.id, null);
    expect((await stationRow(station.id)).organisationId).toBe(home.organisationId);
  });

  test('an owner whose organisation is personal takes it there', async () => {
    const { station, buyer } = await owned();
    await platform.db
      .updateTable('organisations')
      .set({ type: 'personal' })
      .where('id', '=', buyer.organisationId)
      .execute();
    await change(buyer, station.id, null);
    expect((await stationRow(station.id)).organisationId).toBe(buyer.organisationId);
  });

  test('only the owner or who works on the whole platform changes it', async () => {
    const { organisationId, station, installer } = await owned();
    const next = await makeOrganisation(platform);
    const admin = await someone('organisationAdmin', { organisationId });
    for (const who of [installer, admin]) {
      expect((await change(who, station.id, next.code)).error).toBe('noDataPermission');
    }
    expect((await change(await someone('owner'), station.id, next.code)).error).toBe('stationNotFound');
    const platformAdmin = await someone('platformAdmin');
    expect((await change(platformAdmin, station.id, 'NO-SUCH-CODE')).error).toBe('organisationNotFound');
    expect((await change(platformAdmin, station.id, next.code)).code).toBe(200);
    expect((await change(platformAdmin, station.id, next.code)).code).toBe(200);
    const ownerless = await makeStation(platform);
    expect((await change(platformAdmin, ownerless.id, null)).error).toBe('organisationNotFound');
  });
});

describe('access log', () => {
  const log = async (who: Someone, stationId: number) =>
    (await who.get(`/stations/${stationId}/access-log`)).data?.rows as
      | { user: string; by: string; views: number; actions: number; day: string }[]
      | undefined;

  test('everybody but the owner and visitors is in it, a row a local day, with what they did', async () => {
    const { station, buyer, installer } = await owned();
    await platform.db.updateTable('stations').set({ shared: true }).where('id', '=', station.id).execute();
    const visits = async () => {
      await sees(installer, station.id);
      await sees(buyer, station.id);
    };
    await visits();
    platform.clock.advance(60_000);
    await visits();
    await platform.db
      .insertInto('auditLog')
      .values({
        at: new Date(platform.clock.now()),
        actorKind: 'user',
        userId: installer.user.id,
        stationId: station.id,
        action: 'stations.edit',
        objectType: 'station',
        objectId: String(station.id),
      })
      .execute();
    const rows = (await log(buyer, station.id))!;
    expect(rows.map(({ actions }) => actions)).toEqual([1]);
    expect(rows).toMatchObject([
      { user: installer.user.name, organisation: expect.any(String), by: 'organisation', views: 2 },
    ]);
    platform.clock.advance(13 * 3_600_000); // Past midnight in Madrid.
    await platform.db
      .updateTable('sessions')
      .set({ expiresAt: new Date('2100-01-01') })
      .execute();
    await sees(installer, station.id);
    expect((await log(buyer, station.id))!.map(({ day, views }) => [day, views])).toEqual([
      ['2026-06-22', 1],
      ['2026-06-21', 2],
    ]);
  });

  test('a grantee is in it as one and reads its own rows; others see as far as their audit goes', async () => {
    const { station, buyer, installer, organisationId } = await owned();
    const service = await someone('serviceProvider');
    const endsAt = platform.clock.now() + 86_400_000;
    const object = { stationIds: [station.id] };
    const body = { object, to: { account: service.user.email }, role: 'operator', endsAt };
    const { data } = await buyer.post('/grants', body);
    await service.post(`/grants/${data.id}/accept`);
    await sees(service, station.id);
    await sees(installer, station.id);
    const admin = await someone('organisationAdmin', { organisationId });
    const ways = async (who: Someone) => (await log(who, station.id))?.map(({ by }) => by).toSorted();
    expect(await ways(buyer)).toEqual(['grant', 'organisation']);
    expect(await ways(admin)).toEqual(['grant', 'organisation']);
    expect(await ways(service)).toEqual(['grant']);
    expect(await ways(installer)).toEqual(['organisation']);
    expect((await (await someone('owner')).get(`/stations/${station.id}/access-log`)).error).toBe(
      'stationNotFound',
    );
  });
});
