import { randomBytes } from 'node:crypto';
import type { Member } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { makeOrganisation, makeRole, makeStation, makeUser } from '../../../test/makers.ts';
import { openMembers } from '../../../test/members-kit.ts';

const { platform, api, world, userOf, auditOf, close } = await openMembers();
afterAll(close);
const idsOf = (rows: Member[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);

describe('page', () => {
  const page = '/ups/user/page';

  test('the members of the scope, with what is told of each', async () => {
    const w = await world();
    const role = await makeRole(platform, { organisationId: w.root.id, name: 'Watch' });
    const watch = await w.member(w.tight, 'internalReadOnly', role.id);
    await makeStation(platform, { organisationId: w.root.id, ownerId: watch.id });
    const { data } = await w.as.root.post(page, {});
    expect(data).toMatchObject({ total: 3, page: 1, pageSize: 20 });
    expect(idsOf(data.rows)).toEqual([w.admins.root.id, w.admins.tight.id, watch.id]);
    expect(data.rows.find(({ id }: Member) => id === watch.id)).toMatchObject({
      email: watch.email,
      roleId: role.id,
      roleName: 'Watch',
      status: 'active',
      stations: 1,
      twoFactor: false,
      organisation: { id: w.tight.id, name: w.tight.name },
      lastLoginAt: null,
    });
    expect(data.rows[0]).not.toHaveProperty('passwordHash');
  });

  test('of one organisation, with or without those below; of none outside the scope', async () => {
    const w = await world();
    const ask = async (values: object) => (await w.as.root.post(page, values)).data?.rows as Member[];
    expect(idsOf(await ask({ organizationId: w.tight.id }))).toEqual([w.admins.tight.id]);
    expect(idsOf(await ask({ organizationId: w.root.id, below: false }))).toEqual([w.admins.root.id]);
    expect(idsOf(await ask({ below: false }))).toEqual([w.admins.root.id]);
    const loose = await w.as.root.post(page, { organizationId: w.loose.id });
    expect(loose.error).toBe('organisationNotFound');
    expect((await w.as.tight.post(page, { organizationId: w.root.id })).error).toBe('organisationNotFound');
  });

  test('can be searched and narrowed, page by page', async () => {
    const w = await world();
    const digits = String(100_000_000 + randomBytes(3).readUIntBE(0, 3));
    const values = { role: 'owner' as const, organisationId: w.tight.id };
    const one = await makeUser(platform, { ...values, name: 'Überlicht 100%', phone: `+49${digits}` });
    const two = await makeUser(platform, { ...values, userName: `first_${digits}`, lockedAt: new Date() });
    const three = await makeUser(platform, { ...values, name: 'New', mustChangePassword: true });
    const ask = async (query: object) => (await w.as.root.post(page, query)).data.rows as Member[];
    expect(idsOf(await ask({ q: 'ÜBERLICHT' }))).toEqual([one.id]);
    expect(idsOf(await ask({ q: '100%' }))).toEqual([one.id]);
    expect(idsOf(await ask({ q: `${digits.slice(0, 3)} ${digits.slice(3)}` }))).toContain(one.id);
    expect(idsOf(await ask({ q: `FIRST_${digits}` }))).toEqual([two.id]);
    expect(idsOf(await ask({ q: two.email!.toUpperCase() }))).toEqual([two.id]);
    expect(idsOf(await ask({ role: 'owner' }))).toEqual([one.id, two.id, three.id]);
    expect(idsOf(await ask({ status: 'locked' }))).toEqual([two.id]);
    expect(idsOf(await ask({ status: 'initialPassword' }))).toEqual([three.id]);
    expect(await ask({ q: 'nobody at all' })).toEqual([]);
    const second = await w.as.root.post(page, { role: 'owner', page: 2, pageSize: 2 });
    expect(second.data.rows).toHaveLength(1);
    expect(second.data.total).toBe(3);
  });

  test('who works on the whole platform finds accounts without an organisation', async () => {
    const lone = await makeUser(platform, { role: 'owner', name: `Lone ${randomBytes(4).toString('hex')}` });
    const administrator = await api.as(await makeUser(platform));
    expect(idsOf((await administrator.post(page, { q: lone.name })).data.rows)).toEqual([lone.id]);
  });

  test('owners and nobody do not look, and nonsense is refused', async () => {
    const w = await world();
    const owner = await api.as(await w.member(w.root, 'owner'));
    expect((await owner.post(page, {})).error).toBe('noDataPermission');
    expect((await api.nobody.post(page, {})).error).toBe('unauthorised');
    expect((await w.as.root.post(page, { role: 'king' })).error).toBe('invalidInput');
  });
});

describe('find', () => {
  test('by the whole of e-mail, phone, user name or code, and by nothing less', async () => {
    const w = await world();
    const text = randomBytes(4).toString('hex');
    const phone = `+4930${parseInt(text, 16)}`;
    const user = await makeUser(platform, {
      email: `a${text}@example.test`,
      phone,
      userName: `n-${text}`,
      organisationId: w.tight.id,
    });
    const find = (condition: string, type = 'account') =>
      w.as.root.get(`/ups/user/info?condition=${encodeURIComponent(condition)}&searchType=${type}`);
    const told = { id: user.id, userCode: user.userCode, name: user.name, contact: 'a***@example.test' };
    expect((await find(`A${text}@EXAMPLE.test`)).data).toEqual(told);
    expect((await find(phone.replace('+4930', '+49 30-'), 'mobile')).data).toEqual(told);
    expect((await find(`N-${text}`, 'userName')).data).toEqual(told);
    expect((await find(user.userCode.toLowerCase(), 'userCode')).data).toEqual(told);
    for (const [condition, type] of [
      [`a${text}`, 'account'],
      ['%', 'account'],
      [`a${text}@example.test`, 'mobile'],
      [phone, 'email'],
    ] as const) {
      expect((await find(condition, type)).error, `${condition} as ${type}`).toBe('userNotFound');
    }
  });

  test('nobody outside of what the caller manages, as if there were no such account', async () => {
    const w = await world();
    const elsewhere = await makeUser(platform, { role: 'owner' });
    for (const condition of [elsewhere.email!, elsewhere.userCode])
      expect((await w.as.root.get(`/ups/user/info?condition=${condition}`)).error).toBe('userNotFound');
    const administrator = await api.as(await makeUser(platform));
    const { data } = await administrator.get(`/ups/user/info?condition=${elsewhere.email}`);
    expect(data.id).toBe(elsewhere.id);
  });

  test('only for who may grant stations', async () => {
    const w = await world();
    const viewer = await api.as(await w.member(w.root, 'internalReadOnly'));
    expect((await viewer.get('/ups/user/info?condition=x')).error).toBe('noDataPermission');
    expect((await w.as.root.get('/ups/user/info?condition=')).error).toBe('invalidInput');
  });
});

describe('lock', () => {
  test('ends sessions and keys at once, until the member is let in again', async () => {
    const w = await world();
    const member = await w.member(w.tight, 'installer');
    const ask = await api.as(member);
    const key = { name: 'k', prefix: 'sfa_', keyHash: randomBytes(32), permissions: [], userId: member.id };
    await platform.db.insertInto('apiKeys').values(key).execute();
    let announced = 0;
    const end = platform.bus.subscribe('accessChanged', () => void (announced += 1));
    expect((await w.as.root.post(`/ups/user/${member.id}/lock`)).code).toBe(200);
    end();
    expect(announced).toBe(1);
    expect((await ask.post('/ups/user/page', {})).error).toBe('unauthorised');
    const keys = platform.db.selectFrom('apiKeys').select('id').where('userId', '=', member.id);
    expect(await keys.execute()).toEqual([]);
    expect(await auditOf(member.id, 'members.lock')).toMatchObject({
      organisationId: w.tight.id,
      userId: w.admins.root.id,
    });
    expect((await userOf(member.id))!.lockedAt!.getTime()).toBe(platform.clock.now());
    const mails = platform.db.selectFrom('outbox').select('template').where('recipient', '=', member.email!);
    expect(await mails.execute()).toEqual([{ template: 'accountLocked' }]);
    const phone = `+4932${String(w.root.id).padStart(8, '0')}`;
    const other = await makeUser(platform, { email: null, phone, role: 'owner', organisationId: w.root.id });
    expect((await w.as.root.post(`/ups/user/${other.id}/lock`)).code).toBe(200);
    const sms = platform.db
      .selectFrom('outbox')
      .select(['channel', 'template'])
      .where('recipient', '=', phone);
    expect(await sms.execute()).toEqual([{ channel: 'sms', template: 'accountLocked' }]);
    await w.as.root.post(`/ups/user/${member.id}/unlock`);
    expect((await userOf(member.id))!.lockedAt).toBeNull();
    expect((await (await api.as(member)).post('/ups/user/page', {})).code).toBe(200);
  });

  test('not oneself, not the last administrator', async () => {
    const w = await world();
    const lock = (id: number) => w.as.root.post(`/ups/user/${id}/lock`);
    expect((await lock(w.admins.root.id)).error).toBe('notYourself');
    expect((await lock(w.admins.tight.id)).error).toBe('lastAdministrator');
    const role = await makeRole(platform, {
      organisationId: w.root.id,
      basedOn: 'organisationAdmin',
      permissions: ['members.view'],
    });
    await w.member(w.tight, 'organisationAdmin', role.id);
    expect((await lock(w.admins.tight.id)).error).toBe('lastAdministrator');
    await platform.db
      .updateTable('roles')
      .set({ permissions: ['members.manage'] })
      .where('id', '=', role.id)
      .execute();
    expect((await lock(w.admins.tight.id)).code).toBe(200);
  });

  test('of two administrators who lock each other at the same moment one stays', async () => {
    const w = await world();
    for (let round = 0; round < 3; round += 1) {
      const place = await makeOrganisation(platform, w.root, 'loose');
      const [a, b] = [await w.member(place, 'organisationAdmin'), await w.member(place, 'organisationAdmin')];
      const [asA, asB] = [await api.as(a), await api.as(b)];
      const answers = await Promise.all([
        asA.post(`/ups/user/${b.id}/lock`),
        asB.post(`/ups/user/${a.id}/lock`),
      ]);
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    }
  });

  test('own team alone by members.team, nobody out of scope, nobody who holds more', async () => {
    const w = await world();
    const installer = await api.as(await w.member(w.root, 'installer'));
    const lock = async (ask: typeof installer, id: number) => (await ask.post(`/ups/user/${id}/lock`)).error;
    const mate = await w.member(w.root, 'serviceProvider');
    const below = await w.member(w.tight, 'serviceProvider');
    const outside = await w.member(w.loose, 'owner');
    expect(await lock(installer, mate.id)).toBeUndefined();
    expect(await lock(installer, (await w.member(w.root, 'internalReadOnly')).id)).toBeUndefined();
    expect(await lock(installer, below.id)).toBe('userNotFound');
    expect(await lock(installer, w.admins.root.id)).toBe('moreThanHeld');
    expect(await lock(w.as.root, outside.id)).toBe('userNotFound');
    expect(await lock(w.as.tight, mate.id)).toBe('userNotFound');
    const platformAdmin = await w.member(w.root, 'platformAdmin');
    expect(await lock(w.as.root, platformAdmin.id)).toBe('moreThanHeld');
    const viewer = await api.as(await w.member(w.root, 'internalReadOnly'));
    expect(await lock(viewer, mate.id)).toBe('noDataPermission');
    expect((await api.nobody.post(`/ups/user/${mate.id}/lock`)).error).toBe('unauthorised');
    expect((await installer.post(`/ups/user/${below.id}/unlock`)).error).toBe('userNotFound');
    const manageable = async (ask: typeof installer) => {
      const rows = (await ask.post('/ups/user/page', { pageSize: 100 })).data.rows as Member[];
      return idsOf(rows.filter((row) => row.manageable));
    };
    const ofRoot = await manageable(w.as.root);
    expect(ofRoot).toEqual(expect.arrayContaining([mate.id, below.id]));
    expect(ofRoot).not.toContain(w.admins.root.id);
    expect(ofRoot).not.toContain(platformAdmin.id);
    const ofInstaller = await manageable(installer);
    expect(ofInstaller).toContain(mate.id);
    expect(ofInstaller).not.toContain(below.id);
    expect(ofInstaller).not.toContain(w.admins.root.id);
    expect(await manageable(viewer)).toEqual([]);
  });
});
