import { heldByGiver, LIMITS, type Grant, type Permission, type Role } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerGrantsRoutes, tellOffer } from './index.ts';

const platform = await testPlatform();
const { server, someone, nobody, visitor } = await openApi(
  platform,
  registerStationsRoutes,
  registerGrantsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const DAY = 86_400_000;
const inDays = (days: number) => platform.clock.now() + days * DAY;

type Someone = Awaited<ReturnType<typeof someone>>;
type To = { account: string } | { organisationCode: string };

const to = (who: Someone): To => ({ account: who.user.email! });
const give = (who: Someone, stationIds: number[], grantee: To, more: object = {}) =>
  who.post('/grants', { object: { stationIds }, to: grantee, role: 'viewer', endsAt: inDays(365), ...more });
const accept = (who: Someone, { id }: Grant) => who.post(`/grants/${id}/accept`);
const decline = (who: Someone, { id }: Grant) => who.post(`/grants/${id}/decline`);
const revoke = (who: Someone, { id }: Grant) => who.post(`/grants/${id}/revoke`);
const sees = async (who: Someone, stationId: number) =>
  (await who.get(`/stations/${stationId}`)).code === 200;
const list = async (who: Someone, direction: 'given' | 'received', more: object = {}) => {
  const { data } = await who.post('/ups/user/queryGrantInfo', { direction, ...more });
  return (data.rows as Grant[]).map(({ id }) => id);
};

/** An owner with a station in the organisation of an installer, and a service provider elsewhere. */
async function scene(handedOver = true) {
  const installer = await someone('installer');
  const owner = await someone('owner', { organisationId: installer.organisationId });
  const station = await makeStation(platform, {
    organisationId: installer.organisationId!,
    ownerId: owner.user.id,
    handedOverAt: handedOver ? new Date(platform.clock.now()) : null,
  });
  return { installer, owner, station, service: await someone('serviceProvider') };
}

describe('create', () => {
  test('wants a fresh proof of who gives it, because it outlives a stolen session', async () => {
    const { owner, station, service } = await scene();
    platform.clock.advance(LIMITS.stepUpMs);
    expect((await give(owner, [station.id], to(service))).error).toBe('stepUpNeeded');
    expect(await list(owner, 'given')).toEqual([]);
  });

  test('a grant gives nothing before it is accepted, then what it says', async () => {
    const { owner, station, service } = await scene();
    const { code, data } = await give(owner, [station.id], to(service));
    expect(code).toBe(200);
    expect(data).toMatchObject({
      state: 'pending',
      object: { kind: 'stations', stations: [{ id: station.id, name: station.name }] },
      from: { kind: 'user', id: owner.user.id },
      to: { kind: 'user', id: null, name: service.user.email },
      beginsAt: platform.clock.now(),
      revocable: true,
      answerable: false,
    });
    expect(await sees(service, station.id)).toBe(false);
    expect((await accept(service, data)).data).toMatchObject({ state: 'active', answerable: true });
    expect(await sees(service, station.id)).toBe(true);
  });

  test('a grant that begins later is planned until then', async () => {
    const { owner, station, service } = await scene();
    const begins = platform.clock.now() + 60_000;
    const { data } = await give(owner, [station.id], to(service), { beginsAt: begins });
    expect((await accept(service, data)).data.state).toBe('planned');
    expect(await sees(service, station.id)).toBe(false);
    platform.clock.advance(60_000);
    expect(await sees(service, station.id)).toBe(true);
  });

  test('a grant ends to the millisecond', async () => {
    const { owner, station, service } = await scene();
    const { data } = await give(owner, [station.id], to(service), { endsAt: platform.clock.now() + 60_000 });
    await accept(service, data);
    platform.clock.advance(59_999);
    expect(await sees(service, station.id)).toBe(true);
    platform.clock.advance(1);
    expect(await sees(service, station.id)).toBe(false);
    expect((await decline(service, data)).error).toBe('grantNotOpen');
    expect((await revoke(owner, data)).error).toBe('grantNotOpen');
  });

  test('the grantee is found by e-mail, phone, user name and user code; nobody else is', async () => {
    const { owner, station } = await scene();
    const phone = `+49${Date.now()}`;
    const named = await someone('serviceProvider', { userName: `crew${Date.now()}`, phone });
    const { user } = named;
    const spaced = `${phone.slice(0, 5)} ${phone.slice(5)}`;
    for (const account of [user.email!.toUpperCase(), spaced, user.userName!, user.userCode.toLowerCase()]) {
      const { data } = await give(owner, [station.id], { account });
      expect((await accept(named, data)).data.to.id).toBe(user.id);
    }
  });

  test.each([
    ['over already', () => ({ endsAt: platform.clock.now() })],
    ['more than five years', () => ({ endsAt: inDays(5 * 365 + 5) })],
    ['ends before it begins', () => ({ beginsAt: inDays(20), endsAt: inDays(10) })],
  ])('a period that is %s is refused at its field', async (_name, period) => {
    const { owner, station, service } = await scene();
    const answer = await give(owner, [station.id], to(service), period());
    expect(answer.error).toBe('invalidInput');
    expect(answer.fields![0]!.path).toBe('body.endsAt');
    expect(answer.fields![0]!.message).toContain('five years');
  });

  test('nobody grants to itself or to its own organisation', async () => {
    const { installer, station } = await scene(false);
    const home = await platform.db
      .selectFrom('organisations')
      .select('code')
      .where('id', '=', installer.organisationId!)
      .executeTakeFirstOrThrow();
    for (const grantee of [to(installer), { organisationCode: home.code }]) {
      expect((await give(installer, [station.id], grantee)).error).toBe('grantToItself');
    }
  });

  test('an installer grants until the station is handed over, the owner and administrators always', async () => {
    const before = await scene(false);
    expect((await give(before.installer, [before.station.id], to(before.service))).code).toBe(200);
    const after = await scene(true);
    const refused = await give(after.installer, [after.station.id], to(after.service));
    expect(refused.error).toBe('noDataPermission');
    expect((await give(after.owner, [after.station.id], to(after.service))).code).toBe(200);
    const admin = await someone('organisationAdmin', { organisationId: after.installer.organisationId });
    expect((await give(admin, [after.station.id], to(after.service))).code).toBe(200);
  });

  test('a grantee may not grant on, nor may roles without the right; what is foreign does not exist', async () => {
    const { owner, station, service } = await scene();
    const stranger = await someone('organisationAdmin');
    const operator = { role: 'operator', commands: true };
    await accept(service, (await give(owner, [station.id], to(service), operator)).data);
    await accept(stranger, (await give(owner, [station.id], to(stranger), operator)).data);
    const other = await someone('owner');
    expect((await give(service, [station.id], to(other))).error).toBe('noDataPermission');
    expect((await give(stranger, [station.id], to(other))).error).toBe('noDataPermission');
    expect((await give(other, [station.id], to(service))).error).toBe('stationNotFound');
    expect((await give(owner, [station.id, 99_999_999], to(other))).error).toBe('stationNotFound');
    const body = { object: { stationIds: [station.id] }, to: to(other), role: 'viewer', endsAt: inDays(9) };
    expect((await nobody.post('/grants', body)).error).toBe('unauthorised');
    expect((await (await visitor()).post('/grants', body)).error).toBe('visitorReadOnly');
  });

  test('commands are given by who holds them', async () => {
    const { owner, station, service, installer } = await scene(false);
    const role = await platform.db
      .insertInto('roles')
      .values({
        organisationId: installer.organisationId!,
        name: 'Sharing only',
        description: 'x',
        basedOn: 'organisationAdmin',
        attribution: 'internal',
        scope: 'organisation',
        permissions: ['stations.view', 'stations.edit', 'stations.grant', 'labels.create', 'tariffs.assign'],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sharer = await someone('organisationAdmin', {
      organisationId: installer.organisationId,
      roleId: role.id,
    });
    const operator = { role: 'operator', commands: true };
    expect((await give(sharer, [station.id], to(service), operator)).error).toBe('moreThanHeld');
    // An operator also works on alarms and reads what is measured.
    expect((await give(sharer, [station.id], to(service), { role: 'operator' })).error).toBe('moreThanHeld');
    const held = async (permissions: readonly Permission[]) =>
      platform.db
        .updateTable('roles')
        .set({ permissions: [...permissions, 'stations.grant'] })
        .where('id', '=', role.id)
        .execute();
    await held(heldByGiver({ role: 'operator', commands: false }));
    expect((await give(sharer, [station.id], to(service), { role: 'operator' })).code).toBe(200);
    expect((await give(sharer, [station.id], to(service), operator)).error).toBe('moreThanHeld');
    await held(heldByGiver({ role: 'operator', commands: true }));
    expect((await give(sharer, [station.id], to(service), operator)).data.commands).toBe(true);
    const narrower: Permission[] = ['stations.view', 'stations.grant', 'labels.create', 'tariffs.assign'];
    await platform.db.updateTable('roles').set({ permissions: narrower }).where('id', '=', role.id).execute();
    const edits = await give(sharer, [station.id], to(service), { role: 'operator' });
    expect(edits.error).toBe('moreThanHeld');
    expect((await give(owner, [station.id], to(service), operator)).data.commands).toBe(true);
    expect((await give(owner, [station.id], to(service), { commands: true })).data.commands).toBe(false);
  });

  test('a whole organisation is granted by its administrators, with the tight ones below and what comes later', async () => {
    const top = await makeOrganisation(platform);
    const tight = await makeOrganisation(platform, top);
    const loose = await makeOrganisation(platform, top, 'loose');
    const admin = await someone('organisationAdmin', { organisationId: top.id });
    const service = await someone('serviceProvider');
    const object = { organisationId: top.id };
    const body = { object, to: to(service), role: 'viewer', endsAt: inDays(30) };
    const { data } = await admin.post('/grants', body);
    expect(data.object).toEqual({ kind: 'organisation', id: top.id, name: top.name });
    await accept(service, data);
    const of = async (organisationId: number) => (await makeStation(platform, { organisationId })).id;
    expect(await sees(service, await of(top.id))).toBe(true);
    expect(await sees(service, await of(tight.id))).toBe(true);
    expect(await sees(service, await of(loose.id))).toBe(false);
    const installer = await someone('installer', { organisationId: top.id });
    expect((await installer.post('/grants', body)).error).toBe('noDataPermission');
    const outside = await someone('organisationAdmin');
    expect((await outside.post('/grants', body)).error).toBe('organisationNotFound');
  });

  test('the grantee is written to in its language, and the station keeps an audit row', async () => {
    const { owner, station } = await scene();
    const service = await someone('serviceProvider', { language: 'de-DE' });
    const { data } = await give(owner, [station.id], to(service));
    await tellOffer(platform, { grantId: data.id });
    const mail = await platform.db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', service.user.email!)
      .executeTakeFirstOrThrow();
    expect(mail).toMatchObject({
      channel: 'mail',
      template: 'grantOffered',
      language: 'de-DE',
      state: 'waiting',
    });
    expect(mail.subject).toContain(owner.user.name);
    const audit = await platform.db
      .selectFrom('auditLog')
      .select(['action', 'stationId', 'userId'])
      .where('objectType', '=', 'grant')
      .where('objectId', '=', String(data.id))
      .execute();
    expect(audit).toEqual([{ action: 'grants.create', stationId: station.id, userId: owner.user.id }]);
  });
});

describe('to an organisation', () => {
  test('its administrators accept it; who works there sees it, its customers and other organisations do not', async () => {
    const { owner, station } = await scene();
    const firm = await makeOrganisation(platform);
    const member = (role: Role) => someone(role, { organisationId: firm.id });
    const admin = await member('organisationAdmin');
    const crew = await member('serviceProvider');
    const customer = await member('owner');
    const { data } = await give(owner, [station.id], { organisationCode: firm.code });
    await tellOffer(platform, { grantId: data.id });
    expect((await accept(crew, data)).error).toBe('noDataPermission');
    expect((await accept(await someone('organisationAdmin'), data)).error).toBe('grantNotFound');
    expect((await accept(admin, data)).data.state).toBe('active');
    expect(await Promise.all([crew, admin, customer].map((who) => sees(who, station.id)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(await list(crew, 'received')).toEqual([data.id]);
    expect(await list(customer, 'received')).toEqual([]);
    const letters = await platform.db
      .selectFrom('outbox')
      .select('recipient')
      .where('recipient', 'in', [admin.user.email!, crew.user.email!])
      .execute();
    expect(letters).toEqual([{ recipient: admin.user.email }]);
    await platform.db
      .updateTable('users')
      .set({ organisationId: (await makeOrganisation(platform)).id })
      .where('id', '=', crew.user.id)
      .execute();
    expect(await sees(crew, station.id)).toBe(false);
  });
});

describe('answer and revoke', () => {
  test('declining ends it, also after it was accepted, and only once', async () => {
    const { owner, station, service } = await scene();
    const { data } = await give(owner, [station.id], to(service));
    expect((await decline(owner, data)).error).toBe('noDataPermission');
    await accept(service, data);
    expect((await accept(service, data)).error).toBe('grantNotOpen');
    expect((await decline(service, data)).data).toMatchObject({ state: 'declined', answerable: false });
    expect(await sees(service, station.id)).toBe(false);
    expect((await decline(service, data)).error).toBe('grantNotOpen');
    expect((await revoke(owner, data)).error).toBe('grantNotOpen');
  });

  test('revoking ends it at once and tells what is open to ask anew', async () => {
    const { owner, station, service } = await scene();
    const { data } = await give(owner, [station.id], to(service));
    await accept(service, data);
    const told: (number | null)[] = [];
    const end = platform.bus.subscribe('accessChanged', ({ userId }) => told.push(userId));
    expect((await revoke(owner, data)).data).toMatchObject({ state: 'revoked', revocable: false });
    end();
    // Whoever lost it waits behind none of everybody's streams.
    expect(new Set(told)).toEqual(new Set([service.user.id, null]));
    expect(await sees(service, station.id)).toBe(false);
    expect((await accept(service, data)).error).toBe('grantNotOpen');
  });

  test('the owner of one of several stations takes that one out; the rest stays', async () => {
    const { installer, owner, station, service } = await scene(false);
    const other = await makeStation(platform, { organisationId: installer.organisationId! });
    const { data } = await give(installer, [station.id, other.id], to(service));
    await accept(service, data);
    const { data: shown } = await owner.post('/ups/user/queryGrantInfo', { direction: 'given' });
    expect(shown.rows[0].object.stations).toEqual([{ id: station.id, name: station.name }]);
    expect((await revoke(owner, data)).data.state).toBe('revoked');
    expect([await sees(service, station.id), await sees(service, other.id)]).toEqual([false, true]);
    expect((await revoke(owner, data)).error).toBe('grantNotFound');
    expect((await revoke(installer, data)).data.state).toBe('revoked');
    expect(await sees(service, other.id)).toBe(false);
  });

  test('a grantee cannot revoke, a stranger does not find it, and who has no such right is refused', async () => {
    const { owner, station, service } = await scene();
    const { data } = await give(owner, [station.id], to(service));
    expect((await revoke(service, data)).error).toBe('noDataPermission');
    const installer = await someone('installer');
    expect((await revoke(installer, data)).error).toBe('grantNotFound');
    expect((await accept(installer, data)).error).toBe('grantNotFound');
    const grantee = await someone('organisationAdmin');
    const second = (await give(owner, [station.id], to(grantee))).data;
    expect((await revoke(grantee, second)).error).toBe('noDataPermission');
  });
});

describe('query', () => {
  test('by direction, state, station and text, in pages', async () => {
    const { owner, station, service } = await scene();
    const second = await makeStation(platform, { ownerId: owner.user.id });
    const first = (await give(owner, [station.id], to(service))).data as Grant;
    const later = (await give(owner, [second.id], to(service), { beginsAt: inDays(1) })).data as Grant;
    await accept(service, later);
    expect(await list(owner, 'given')).toEqual([later.id, first.id]);
    expect(await list(service, 'received')).toEqual([later.id, first.id]);
    expect(await list(service, 'given')).toEqual([]);
    expect(await list(owner, 'received')).toEqual([]);
    expect(await list(owner, 'given', { state: 'planned' })).toEqual([later.id]);
    expect(await list(owner, 'given', { state: 'pending' })).toEqual([first.id]);
    expect(await list(owner, 'given', { state: 'active' })).toEqual([]);
    expect(await list(owner, 'given', { stationId: second.id })).toEqual([later.id]);
    expect(await list(owner, 'given', { q: second.name.slice(-6).toUpperCase() })).toEqual([later.id]);
    expect(await list(owner, 'given', { q: '%' })).toEqual([]);
    const { data } = await owner.post('/ups/user/queryGrantInfo', {
      direction: 'given',
      page: 2,
      pageSize: 1,
    });
    expect([data.total, data.rows[0].id]).toEqual([2, first.id]);
    platform.clock.advance(366 * DAY);
    const back = await someone('platformAdmin');
    const expired = { state: 'expired', stationId: station.id };
    expect(await list(back, 'given', expired)).toEqual([first.id]);
  });

  test('a grant of a whole organisation is known to the owner of a station in it', async () => {
    const { owner, installer, service } = await scene();
    const admin = await someone('organisationAdmin', { organisationId: installer.organisationId });
    const object = { organisationId: installer.organisationId };
    const body = { object, to: to(service), role: 'viewer', endsAt: inDays(30) };
    const { data } = await admin.post('/grants', body);
    expect(await list(owner, 'given')).toEqual([data.id]);
    expect((await revoke(owner, data)).error).toBe('noDataPermission');
    expect(await list(await someone('owner'), 'given')).toEqual([]);
  });
});
