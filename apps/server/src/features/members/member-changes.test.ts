import { randomBytes } from 'node:crypto';
import { LIMITS } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { makeInvite, makeOrganisation, makeRole, makeStation, makeUser } from '../../../test/makers.ts';
import { openMembers } from '../../../test/members-kit.ts';
import { registerAccountsRoutes } from '../accounts/index.ts';
import { verifyPassword } from '../accounts/passwords.ts';

const { platform, api, world, userOf, auditOf, close } = await openMembers(registerAccountsRoutes);
afterAll(close);

const messagesTo = (to: string) =>
  platform.db.selectFrom('outbox').selectAll().where('recipient', '=', to).orderBy('id').execute();

describe('role of a member', () => {
  test('a built-in one and back, written down and at work at once', async () => {
    const w = await world();
    const member = await w.member(w.tight, 'owner');
    const ask = await api.as(member);
    expect((await ask.post('/ups/user/page', {})).error).toBe('noDataPermission');
    const { code } = await w.as.root.put(`/ups/user/${member.id}/role`, { role: 'installer' });
    expect(code).toBe(200);
    expect((await ask.post('/ups/user/page', {})).code).toBe(200);
    expect(await auditOf(member.id, 'members.role')).toMatchObject({
      before: { role: 'owner', roleId: null },
      after: { role: 'installer', roleId: null },
      organisationId: w.tight.id,
    });
  });

  test('a custom one of the organisation or those that manage it; the account counts as what it is based on', async () => {
    const w = await world();
    const member = await w.member(w.tight, 'owner');
    const put = (roleId: number) => w.as.root.put(`/ups/user/${member.id}/role`, { role: 'owner', roleId });
    const above = await makeRole(platform, { organisationId: w.root.id, basedOn: 'installer' });
    const foreign = await makeRole(platform, { organisationId: w.loose.id });
    expect((await put(above.id)).code).toBe(200);
    expect(await userOf(member.id)).toMatchObject({ role: 'installer', roleId: above.id });
    expect((await put(foreign.id)).error).toBe('roleNotFound');
    expect((await put(999_999_999)).error).toBe('roleNotFound');
    const atRoot = await w.member(w.root, 'owner');
    const below = await makeRole(platform, { organisationId: w.tight.id });
    const wrong = { role: 'owner', roleId: below.id };
    expect((await w.as.root.put(`/ups/user/${atRoot.id}/role`, wrong)).error).toBe('roleNotFound');
  });

  test('more rights for somebody want a fresh proof of who gives them', async () => {
    const w = await world();
    const member = await w.member(w.tight, 'owner');
    const role = await makeRole(platform, { organisationId: w.root.id, basedOn: 'installer' });
    platform.clock.advance(LIMITS.stepUpMs);
    const { root } = w.as;
    const answers = [
      await root.put(`/ups/user/${member.id}/role`, { role: 'installer' }),
      await root.put(`/ups/user/${member.id}/organisation`, { organisationId: w.root.id }),
      await root.post(`/ups/user/${member.id}/unlock`),
      await root.post(`/roles/${role.id}/members`, { userIds: [member.id] }),
    ];
    expect(answers.map(({ error }) => error)).toEqual(Array(4).fill('stepUpNeeded'));
    expect(await userOf(member.id)).toMatchObject({ role: 'owner', organisationId: w.tight.id });
  });

  test('nobody gives more than they hold', async () => {
    const w = await world();
    const member = await w.member(w.root, 'owner');
    const installer = await api.as(await w.member(w.root, 'installer'));
    const put = (ask: typeof installer, body: object) => ask.put(`/ups/user/${member.id}/role`, body);
    expect((await put(installer, { role: 'organisationAdmin' })).error).toBe('moreThanHeld');
    const big = await makeRole(platform, { organisationId: w.root.id, permissions: ['firmware.manage'] });
    expect((await put(w.as.root, { role: 'owner', roleId: big.id })).error).toBe('moreThanHeld');
    expect((await put(w.as.root, { role: 'platformAdmin' })).error).toBe('invalidInput');
    expect((await put(installer, { role: 'serviceProvider' })).code).toBe(200);
  });

  test('the last administrator keeps it, also from itself and against a custom role without members', async () => {
    const w = await world();
    const put = (id: number, body: object) => w.as.root.put(`/ups/user/${id}/role`, body);
    expect((await put(w.admins.root.id, { role: 'installer' })).error).toBe('lastAdministrator');
    const less = await makeRole(platform, { organisationId: w.root.id, basedOn: 'organisationAdmin' });
    const body = { role: 'organisationAdmin', roleId: less.id };
    expect((await put(w.admins.tight.id, body)).error).toBe('lastAdministrator');
    const still = await makeRole(platform, {
      organisationId: w.root.id,
      basedOn: 'organisationAdmin',
      permissions: ['members.manage'],
    });
    expect((await put(w.admins.tight.id, { ...body, roleId: still.id })).code).toBe(200);
  });
});

describe('a role for several members', () => {
  test('all of them or none; who has it already is not counted', async () => {
    const w = await world();
    const role = await makeRole(platform, { organisationId: w.root.id });
    const [a, b] = [await w.member(w.root, 'owner'), await w.member(w.tight, 'owner')];
    const outside = await w.member(w.loose, 'owner');
    const grant = (...userIds: number[]) => w.as.root.post(`/roles/${role.id}/members`, { userIds });
    expect((await grant(a.id, outside.id)).error).toBe('userNotFound');
    expect((await userOf(a.id))!.roleId).toBeNull();
    expect((await grant(a.id)).data).toEqual({ changed: 1 });
    expect((await grant(a.id, b.id, b.id)).data).toEqual({ changed: 1 });
    expect((await grant()).error).toBe('invalidInput');
    expect((await w.as.tight.post(`/roles/${role.id}/members`, { userIds: [a.id] })).error).toBe(
      'userNotFound',
    );
  });

  test('both last administrators at once are refused', async () => {
    const w = await world();
    const second = await w.member(w.root, 'organisationAdmin');
    const role = await makeRole(platform, { organisationId: w.root.id });
    const userIds = [w.admins.root.id, second.id];
    expect((await w.as.root.post(`/roles/${role.id}/members`, { userIds })).error).toBe('lastAdministrator');
    const installer = await api.as(await w.member(w.root, 'installer'));
    expect((await installer.post(`/roles/${role.id}/members`, { userIds })).error).toBe('noDataPermission');
  });
});

describe('move', () => {
  const move = (id: number) => `/ups/user/${id}/organisation`;

  test('to another organisation in scope, but not out of it', async () => {
    const w = await world();
    const member = await w.member(w.root, 'installer');
    expect((await w.as.root.put(move(member.id), { organisationId: w.tight.id })).code).toBe(200);
    expect((await userOf(member.id))!.organisationId).toBe(w.tight.id);
    expect(await auditOf(member.id, 'members.move')).toMatchObject({ organisationId: w.tight.id });
    const put = async (ask: typeof w.as.root, organisationId: number) =>
      (await ask.put(move(member.id), { organisationId })).error;
    expect(await put(w.as.root, w.loose.id)).toBe('organisationNotFound');
    expect(await put(w.as.tight, w.root.id)).toBe('organisationNotFound');
    expect(await put(w.as.loose, w.loose.id)).toBe('userNotFound');
  });

  test('not by members.team, not the last administrator, not away from the own custom role', async () => {
    const w = await world();
    const installer = await api.as(await w.member(w.root, 'installer'));
    const mate = await w.member(w.root, 'serviceProvider');
    const body = { organisationId: w.tight.id };
    expect((await installer.put(move(mate.id), body)).error).toBe('organisationNotFound');
    const up = { organisationId: w.root.id };
    expect((await w.as.root.put(move(w.admins.tight.id), up)).error).toBe('lastAdministrator');
    const role = await makeRole(platform, { organisationId: w.tight.id });
    const bound = await w.member(w.tight, 'internalReadOnly', role.id);
    expect((await w.as.root.put(move(bound.id), up)).error).toBe('roleNotFound');
  });
});

describe('reset of the password', () => {
  const RESET = '/ups/user/reset';

  test('six characters that work once, mailed, with the sessions over', async () => {
    const w = await world();
    const member = await w.member(w.tight, 'installer');
    const old = await api.as(member);
    const signed = await api.signedAs(w.admins.root);
    const { data } = await signed.post(RESET, { userId: member.id });
    expect(data.password).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
    const user = (await userOf(member.id))!;
    expect(await verifyPassword(user.passwordHash, data.password)).toBe(true);
    expect(user).toMatchObject({ mustChangePassword: true, initialPasswordUsed: false });
    expect((await old.post('/ups/user/page', {})).error).toBe('unauthorised');
    const mail = await platform.db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', member.email!)
      .executeTakeFirstOrThrow();
    expect(mail).toMatchObject({ template: 'initialPassword', channel: 'mail', language: 'en-US' });
    expect(mail.body).toContain(data.password);
    expect(data).toMatchObject({ delivery: 'outbox', expiresAt: platform.clock.now() + 7 * 86_400_000 });
    expect(mail.body).toContain('until June 28, 2026');
    const audit = await auditOf(member.id, 'members.resetPassword');
    expect(audit).toMatchObject({ organisationId: w.tight.id });
    expect(JSON.stringify(audit)).not.toContain(data.password);
  });

  test('the named one for a user code, in the language of the member; no mail without an address', async () => {
    const w = await world();
    const signed = await api.signedAs(w.admins.root);
    const member = await w.member(w.root, 'owner');
    await platform.db.updateTable('users').set({ language: 'de-DE' }).where('id', '=', member.id).execute();
    const body = { userCode: member.userCode, password: 'chosen-1' };
    expect((await signed.post(RESET, body)).data.password).toBe('chosen-1');
    const mails = platform.db.selectFrom('outbox').select('language');
    expect(await mails.where('recipient', '=', member.email!).execute()).toEqual([{ language: 'de-DE' }]);
    const userName = `n${randomBytes(5).toString('hex')}`;
    const values = { email: null, userName, role: 'owner' as const, organisationId: w.root.id };
    const mute = await makeUser(platform, values);
    const before = (await mails.execute()).length;
    expect((await signed.post(RESET, { userId: mute.id })).data.delivery).toBeNull();
    expect((await mails.execute()).length).toBe(before);
  });

  test('who has a phone alone hears of it, and of no password', async () => {
    const w = await world();
    const signed = await api.signedAs(w.admins.root);
    const phone = `+4931${String(w.root.id).padStart(8, '0')}`;
    const values = { email: null, phone, role: 'owner' as const, organisationId: w.root.id };
    const member = await makeUser(platform, values);
    const { data } = await signed.post(RESET, { userId: member.id });
    expect(data.delivery).toBeNull();
    const told = await messagesTo(phone);
    expect(told).toMatchObject([{ channel: 'sms', template: 'securityNotice' }]);
    expect(told[0]!.body).toContain('An administrator has set an initial password');
    expect(told[0]!.body).not.toContain(data.password);
  });

  test('the mail loses the password once it was used or replaced', async () => {
    const w = await world();
    const signed = await api.signedAs(w.admins.root);
    const member = await w.member(w.root, 'owner');
    const reset = async () => (await signed.post(RESET, { userId: member.id })).data.password as string;
    const bodies = async () => (await messagesTo(member.email!)).map(({ body }) => body);
    const [first, second] = [await reset(), await reset()];
    expect((await bodies())[0]).toMatch(/account: •{6}\nIt works once/);
    expect((await bodies())[0]).not.toContain(first);
    expect((await bodies())[1]).toContain(second);
    const body = { account: member.email, password: second };
    expect((await api.call('/ups/user/login', { body })).code).toBe(200);
    expect((await bodies())[1]).not.toContain(second);
  });

  test('so often in an hour alone, and who is locked again and again gets no message each time', async () => {
    const w = await world();
    const signed = await api.signedAs(w.admins.root);
    const member = await w.member(w.root, 'owner');
    for (let n = 0; n < LIMITS.toldAccountHourly; n += 1)
      expect((await signed.post(RESET, { userId: member.id })).code).toBe(200);
    expect((await signed.post(RESET, { userId: member.id })).error).toBe('tooManyRequests');
    const locked = await w.member(w.root, 'owner');
    for (let n = 0; n <= LIMITS.toldAccountHourly; n += 1) {
      expect((await w.as.root.post(`/ups/user/${locked.id}/lock`)).code).toBe(200);
      expect((await w.as.root.post(`/ups/user/${locked.id}/unlock`)).code).toBe(200);
    }
    expect(await messagesTo(locked.email!)).toHaveLength(LIMITS.toldAccountHourly);
  });

  test('asks for a signature, a member in reach, and somebody else', async () => {
    const w = await world();
    const signed = await api.signedAs(w.admins.root);
    const outside = await w.member(w.loose, 'owner');
    expect((await w.as.root.post(RESET, { userId: outside.id })).error).toBe('signatureMissing');
    expect((await signed.post(RESET, { userId: outside.id })).error).toBe('userNotFound');
    expect((await signed.post(RESET, { userId: w.admins.root.id })).error).toBe('notYourself');
    const unknown = { userCode: 'NOBODY', password: 'chosen-1' };
    expect((await signed.post(RESET, unknown)).error).toBe('userNotFound');
    expect((await signed.post(RESET, { userCode: 'NOBODY', password: 'x' })).error).toBe('invalidInput');
    const installer = await api.signedAs(await w.member(w.root, 'installer'));
    expect((await installer.post(RESET, { userId: w.admins.root.id })).error).toBe('moreThanHeld');
  });
});

describe('remove', () => {
  const url = (userId: number, organizationId: number) =>
    `/ups/user/deleteOrg?userId=${userId}&organizationId=${organizationId}`;

  test('the account goes on as a personal one with what it owns', async () => {
    const w = await world();
    const role = await makeRole(platform, { organisationId: w.root.id });
    const member = await w.member(w.tight, 'internalReadOnly', role.id);
    const station = await makeStation(platform, { organisationId: w.tight.id, ownerId: member.id });
    const old = await api.as(member);
    expect((await w.as.root.del(url(member.id, w.tight.id))).code).toBe(200);
    const user = (await userOf(member.id))!;
    expect(user).toMatchObject({ role: 'owner', roleId: null, accountType: 'personal' });
    const personal = await platform.db
      .selectFrom('organisations')
      .selectAll()
      .where('id', '=', user.organisationId)
      .executeTakeFirstOrThrow();
    expect(personal).toMatchObject({ type: 'personal', name: member.name, parentId: null });
    const founded = await platform.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'organisations.create')
      .where('objectId', '=', String(personal.id))
      .executeTakeFirstOrThrow();
    expect(founded).toMatchObject({ userId: w.admins.root.id, after: { type: 'personal' } });
    const { ownerId } = await platform.db
      .selectFrom('stations')
      .select('ownerId')
      .where('id', '=', station.id)
      .executeTakeFirstOrThrow();
    expect(ownerId).toBe(member.id);
    expect((await old.post('/ups/user/page', {})).error).toBe('unauthorised');
    expect(await auditOf(member.id, 'members.remove')).toMatchObject({ organisationId: w.tight.id });
  });

  test('out of the organisation that is named, not oneself, not the last administrator', async () => {
    const w = await world();
    const member = await w.member(w.tight, 'installer');
    const remove = async (userId: number, organizationId: number) =>
      (await w.as.root.del(url(userId, organizationId))).error;
    expect(await remove(member.id, w.root.id)).toBe('userNotFound');
    expect(await remove(w.admins.root.id, w.root.id)).toBe('notYourself');
    expect(await remove(w.admins.tight.id, w.tight.id)).toBe('lastAdministrator');
    expect(await remove(w.admins.loose.id, w.loose.id)).toBe('userNotFound');
    expect((await w.as.root.del('/ups/user/deleteOrg?userId=x')).error).toBe('invalidInput');
  });
});

describe('delete', () => {
  const url = (id: number) => `/ups/user/?id=${id}`;

  test('the account goes, with a personal organisation that holds nothing; what it did stays written', async () => {
    const w = await world();
    const signed = await api.signedAs(w.admins.root);
    const member = await w.member(w.tight, 'installer');
    const station = await makeStation(platform, { organisationId: w.tight.id });
    const done = { stationId: station.id, userId: member.id, fileName: 'a.csv', fileId: 'x' };
    const values = { ...done, mapping: '{}', onError: 'stop', state: 'done' } as never;
    await platform.db.insertInto('imports').values(values).execute();
    await makeInvite(platform, { organisationId: w.root.id, email: member.email });
    expect((await signed.del(url(member.id))).code).toBe(200);
    const kept = platform.db.selectFrom('invites').select('id').where('email', '=', member.email);
    expect(await kept.executeTakeFirst()).toBeUndefined();
    expect(await userOf(member.id)).toBeUndefined();
    expect(await auditOf(member.id, 'members.delete')).toMatchObject({ organisationId: w.tight.id });
    const home = await makeOrganisation(platform);
    await platform.db
      .updateTable('organisations')
      .set({ type: 'personal' })
      .where('id', '=', home.id)
      .execute();
    const person = await makeUser(platform, { role: 'owner', organisationId: home.id });
    const administrator = await api.signedAs(await makeUser(platform));
    expect((await administrator.del(url(person.id))).code).toBe(200);
    const left = platform.db.selectFrom('organisations').select('id').where('id', '=', home.id);
    expect(await left.executeTakeFirst()).toBeUndefined();
  });

  test('not while it owns stations, not unsigned, not oneself, not the last administrator', async () => {
    const w = await world();
    const signed = await api.signedAs(w.admins.root);
    const member = await w.member(w.tight, 'owner');
    await makeStation(platform, { organisationId: w.loose.id, ownerId: member.id });
    const owns = await signed.del(url(member.id));
    expect(owns.error).toBe('memberOwnsStations');
    expect(owns.msg).toContain('1');
    expect((await w.as.tight.del(url(member.id))).error).toBe('signatureMissing');
    expect((await signed.del(url(w.admins.root.id))).error).toBe('notYourself');
    expect((await signed.del(url(w.admins.tight.id))).error).toBe('lastAdministrator');
    expect((await signed.del(url(w.admins.loose.id))).error).toBe('userNotFound');
  });

  test('the platform keeps an administrator', async () => {
    const [a, b] = [await makeUser(platform), await makeUser(platform)];
    await platform.db
      .updateTable('users')
      .set({ lockedAt: new Date() })
      .where('role', '=', 'platformAdmin')
      .where('id', 'not in', [a.id, b.id])
      .execute();
    const [asA, asB] = [await api.signedAs(a), await api.signedAs(b)];
    const answers = await Promise.all([asA.del(url(b.id)), asB.del(url(a.id))]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });
});
