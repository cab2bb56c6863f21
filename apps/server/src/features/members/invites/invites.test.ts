import { randomBytes } from 'node:crypto';
import { LIMITS } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openApi, type Answer } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeRole, makeStation, makeUser } from '../../../../test/makers.ts';
import { makeWorld } from '../../../../test/people-world.ts';
import { useInvite } from '../../organisations/index.ts';
import { registerMembersRoutes } from '../index.ts';

const platform = await testPlatform({ SUNFLEET_PUBLIC_URL: 'https://solar.example.test' });
const api = await openApi(platform, registerMembersRoutes);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

type Ask = Awaited<ReturnType<typeof api.as>>;
const DAY = 86_400_000;
const world = () => makeWorld(platform, api);
const invite = (ask: Ask, organisation: { id: number }, body: object): Promise<Answer> =>
  ask.post(`/organisations/${organisation.id}/invites`, body);
const newEmail = () => `${randomBytes(5).toString('hex')}@example.test`;

/** An account with a personal organisation of its own. */
async function person() {
  const home = await makeOrganisation(platform);
  await platform.db
    .updateTable('organisations')
    .set({ type: 'personal' })
    .where('id', '=', home.id)
    .execute();
  const user = await makeUser(platform, {
    role: 'owner',
    accountType: 'personal',
    organisationId: home.id,
  });
  return { home, user, ask: await api.as(user) };
}

const userOf = (id: number) =>
  platform.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('invite', () => {
  test('a message carries a code that can be typed, for one person and for fourteen days', async () => {
    const w = await world();
    const email = newEmail();
    const { data } = await invite(w.as.root, w.tight, {
      email: email.toUpperCase(),
      role: 'installer',
      maxUses: 9,
    });
    expect(data).toMatchObject({
      role: 'installer',
      email,
      mobile: null,
      uses: 0,
      maxUses: 1,
      roleName: null,
    });
    expect(data.code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/);
    expect(data.expiresAt).toBe(platform.clock.now() + 14 * DAY);
    const mail = await platform.db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    expect(mail).toMatchObject({ template: 'invitation', channel: 'mail', state: 'waiting' });
    for (const part of [data.code, w.tight.name, 'Installer', '/#/register?invite=']) {
      expect(mail.body).toContain(part);
    }
    const audit = await platform.db
      .selectFrom('auditLog')
      .selectAll()
      .where('objectType', '=', 'invite')
      .where('objectId', '=', String(data.id))
      .executeTakeFirstOrThrow();
    expect(audit).toMatchObject({ action: 'members.invite', organisationId: w.tight.id });
    expect(JSON.stringify(audit)).not.toContain(data.code);
  });

  test('by phone as an SMS; without an address as a code for several, with nothing sent', async () => {
    const w = await world();
    const number = `+4930${String(parseInt(randomBytes(3).toString('hex'), 16)).padStart(8, '0')}`;
    const mobile = `${number.slice(0, 3)} (30) ${number.slice(5)}`;
    const { data } = await invite(w.as.root, w.root, { mobile, role: 'owner' });
    expect(data).toMatchObject({ mobile: number, delivery: 'outbox' });
    const sms = platform.db.selectFrom('outbox').select('channel').where('recipient', '=', number);
    expect(await sms.execute()).toEqual([{ channel: 'sms' }]);
    const count = async () => (await platform.db.selectFrom('outbox').select('id').execute()).length;
    const before = await count();
    const several = await invite(w.as.root, w.root, { role: 'owner', maxUses: 5 });
    expect(several.data).toMatchObject({ maxUses: 5, delivery: null });
    expect(await count()).toBe(before);
  });

  test('the message loses the code once it was used or withdrawn', async () => {
    const w = await world();
    const [joined, withdrawn] = [newEmail(), newEmail()];
    const codes = new Map<string, string>();
    const invited = async (email: string) => {
      const { data } = await invite(w.as.root, w.root, { email, role: 'owner' });
      codes.set(email, data.code);
      return data.id as number;
    };
    const bodyOf = async (to: string) =>
      (await platform.db.selectFrom('outbox').select('body').where('recipient', '=', to).execute())[0]!.body;
    await invited(joined);
    const id = await invited(withdrawn);
    for (const [to, code] of codes) expect(await bodyOf(to)).toContain(code);
    const lone = await makeUser(platform, { email: joined, role: 'owner', accountType: 'personal' });
    const ask = await api.as(lone);
    expect((await ask.post('/invites/join', { code: codes.get(joined) })).code).toBe(200);
    expect((await w.as.root.del(`/invites/${id}`)).code).toBe(200);
    for (const [to, code] of codes) {
      expect(await bodyOf(to)).not.toContain(code);
      expect(await bodyOf(to)).toContain(w.root.name);
    }
  });

  test('a stolen session neither invites nor joins an organisation, whose administrator could reset the password', async () => {
    const w = await world();
    const { data } = await invite(w.as.root, w.root, { role: 'owner', maxUses: 9 });
    const { user, home, ask } = await person();
    platform.clock.advance(LIMITS.stepUpMs);
    expect((await ask.post('/invites/join', { code: data.code })).error).toBe('stepUpNeeded');
    expect((await userOf(user.id)).organisationId).toBe(home.id);
    expect((await invite(w.as.root, w.root, { role: 'organisationAdmin' })).error).toBe('stepUpNeeded');
  });

  test('wrong addresses are told at their field', async () => {
    const w = await world();
    const fields = async (body: object) =>
      (await invite(w.as.root, w.root, { role: 'owner', ...body })).fields?.map(({ path }) => path);
    expect(await fields({ email: 'nobody' })).toEqual(['body.email']);
    expect(await fields({ mobile: '12' })).toEqual(['body.mobile']);
    expect(await fields({ email: 'a@example.test', mobile: '+49301234567' })).toEqual(['body.email']);
    expect(await fields({ role: 'platformAdmin' })).toEqual(['body.role']);
    expect(await fields({ maxUses: 0, validDays: 91 })).toEqual(['body.maxUses', 'body.validDays']);
  });

  test('nobody invites to more than they hold, nor where they manage nothing', async () => {
    const w = await world();
    const installer = await api.as(await w.member(w.root, 'installer'));
    const ask = async (by: Ask, organisation: { id: number }, body: object) =>
      (await invite(by, organisation, body)).error;
    expect(await ask(installer, w.root, { role: 'owner' })).toBeUndefined();
    expect(await ask(installer, w.root, { role: 'internalReadOnly' })).toBeUndefined();
    expect(await ask(installer, w.root, { role: 'organisationAdmin' })).toBe('moreThanHeld');
    expect(await ask(installer, w.tight, { role: 'owner' })).toBe('organisationNotFound');
    expect(await ask(w.as.root, w.loose, { role: 'owner' })).toBe('organisationNotFound');
    expect(await ask(w.as.tight, w.root, { role: 'owner' })).toBe('organisationNotFound');
    const big = await makeRole(platform, { organisationId: w.root.id, permissions: ['firmware.manage'] });
    expect(await ask(w.as.root, w.root, { role: 'owner', roleId: big.id })).toBe('moreThanHeld');
    const foreign = await makeRole(platform, { organisationId: w.loose.id });
    expect(await ask(w.as.root, w.root, { role: 'owner', roleId: foreign.id })).toBe('roleNotFound');
    const viewer = await api.as(await w.member(w.root, 'internalReadOnly'));
    expect(await ask(viewer, w.root, { role: 'internalReadOnly' })).toBe('noDataPermission');
    const nobody = await api.nobody.post(`/organisations/${w.root.id}/invites`, { role: 'owner' });
    expect(nobody.error).toBe('unauthorised');
  });

  test('the first member of a loose organisation is invited by its superior, further ones are not', async () => {
    const w = await world();
    const fresh = await makeOrganisation(platform, w.tight, 'loose');
    const body = { role: 'organisationAdmin' };
    expect((await invite(w.as.loose, fresh, body)).error).toBe('organisationNotFound');
    const installer = await api.as(await w.member(w.tight, 'installer'));
    expect((await invite(installer, fresh, { role: 'owner' })).error).toBe('organisationNotFound');
    const { data } = await invite(w.as.root, fresh, body);
    const list = await w.as.root.get(`/organisations/${fresh.id}/invites`);
    expect(list.data).toMatchObject([{ id: data.id, manageable: true }]);
    expect((await w.as.root.get(`/invites/${data.id}/code`)).data).toEqual({ code: data.code });
    const { user, ask } = await person();
    expect((await ask.post('/invites/join', { code: data.code })).code).toBe(200);
    expect((await userOf(user.id)).organisationId).toBe(fresh.id);
    expect((await invite(w.as.root, fresh, body)).error).toBe('organisationNotFound');
  });

  test('an owner lets viewers into a personal organisation, and nobody into a business', async () => {
    const w = await world();
    const { home, ask } = await person();
    expect((await invite(ask, home, { role: 'internalReadOnly' })).code).toBe(200);
    expect((await invite(ask, home, { role: 'owner' })).error).toBe('moreThanHeld');
    expect((await invite(ask, w.root, { role: 'internalReadOnly' })).error).toBe('organisationNotFound');
    const customer = await api.as(await w.member(w.root, 'owner'));
    expect((await invite(customer, w.root, { role: 'internalReadOnly' })).error).toBe('moreThanHeld');
  });
});

describe('list and withdraw', () => {
  test('codes are told to who could have made the invitation, and to nobody else', async () => {
    const w = await world();
    const made = (await invite(w.as.root, w.root, { role: 'organisationAdmin' })).data;
    const list = (ask: Ask) => ask.get(`/organisations/${w.root.id}/invites`);
    const code = (ask: Ask) => ask.get(`/invites/${made.id}/code`);
    const ofRoot = await list(w.as.root);
    expect(ofRoot.data).toMatchObject([{ id: made.id, manageable: true }]);
    expect(JSON.stringify(ofRoot)).not.toContain(made.code);
    expect((await code(w.as.root)).data).toEqual({ code: made.code });
    for (const role of ['internalReadOnly', 'installer'] as const) {
      const ask = await api.as(await w.member(w.root, role));
      expect((await list(ask)).data).toMatchObject([{ id: made.id, manageable: false }]);
      expect((await code(ask)).code).toBeGreaterThan(200);
    }
    expect((await code(w.as.tight)).error).toBe('inviteNotFound');
    expect((await code(w.as.loose)).error).toBe('inviteNotFound');
    const outside = await w.as.root.get(`/organisations/${w.loose.id}/invites`);
    expect(outside.error).toBe('organisationNotFound');
    expect((await w.as.tight.get(`/organisations/${w.root.id}/invites`)).error).toBe('organisationNotFound');
  });

  test('what is over or used up is gone from the list', async () => {
    const w = await world();
    const short = (await invite(w.as.root, w.root, { role: 'owner', validDays: 1 })).data;
    const long = (await invite(w.as.root, w.root, { role: 'owner' })).data;
    const ids = async () =>
      (await w.as.root.get(`/organisations/${w.root.id}/invites`)).data.map(({ id }: { id: number }) => id);
    expect(await ids()).toEqual([long.id, short.id]);
    await platform.db.updateTable('invites').set({ uses: 1 }).where('id', '=', long.id).execute();
    await platform.db
      .updateTable('invites')
      .set({ expiresAt: new Date(platform.clock.now()) })
      .where('id', '=', short.id)
      .execute();
    expect(await ids()).toEqual([]);
  });

  test('withdrawn, it leads nowhere; who could not have made it does not withdraw it', async () => {
    const w = await world();
    const made = (await invite(w.as.root, w.root, { role: 'organisationAdmin' })).data;
    const installer = await api.as(await w.member(w.root, 'installer'));
    for (const ask of [installer, w.as.tight, w.as.loose]) {
      expect((await ask.del(`/invites/${made.id}`)).error).toBe('inviteNotFound');
    }
    expect((await w.as.root.del(`/invites/${made.id}`)).code).toBe(200);
    expect((await api.nobody.get(`/invites/${made.code}`)).error).toBe('inviteNotFound');
    expect((await w.as.root.del(`/invites/${made.id}`)).error).toBe('inviteNotFound');
  });
});

describe('preview', () => {
  test('tells everybody with the code where it leads, however it is typed', async () => {
    const w = await world();
    const role = await makeRole(platform, { organisationId: w.root.id, name: 'Watch' });
    const { data } = await invite(w.as.root, w.tight, { role: 'owner', roleId: role.id });
    const typed = `${data.code.slice(0, 5)}-${data.code.slice(5).toLowerCase()}`;
    expect((await api.nobody.get(`/invites/${typed}`)).data).toEqual({
      organisation: w.tight.name,
      role: 'internalReadOnly',
      roleName: 'Watch',
      email: null,
      mobile: null,
      expiresAt: data.expiresAt,
    });
  });

  test('who tries codes is stopped', async () => {
    const tries = [];
    for (let each = 0; each < 31; each += 1) {
      const url = `/api/invites/WRONG${each}`;
      tries.push((await api.server.app.inject({ url, remoteAddress: '203.0.113.77' })).statusCode);
    }
    expect(tries.slice(0, 30).every((status) => status === 404)).toBe(true);
    expect(tries.at(-1)).toBe(429);
  });
});

describe('join', () => {
  const join = (ask: Ask, code: string) => ask.post('/invites/join', { code });

  test('the account becomes professional and signs in anew; an empty home goes', async () => {
    const w = await world();
    const { data } = await invite(w.as.root, w.tight, { role: 'installer' });
    const { home, user, ask } = await person();
    expect((await join(ask, data.code)).code).toBe(200);
    expect(await userOf(user.id)).toMatchObject({
      organisationId: w.tight.id,
      role: 'installer',
      roleId: null,
      accountType: 'professional',
    });
    expect((await join(ask, data.code)).error).toBe('unauthorised');
    const left = platform.db.selectFrom('organisations').select('id').where('id', '=', home.id);
    expect(await left.executeTakeFirst()).toBeUndefined();
    const audit = await platform.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'members.join')
      .where('objectId', '=', String(user.id))
      .executeTakeFirstOrThrow();
    expect(audit).toMatchObject({ organisationId: w.tight.id, userId: user.id });
  });

  test('stations stay what they are: of their owner, in the home that stays for them', async () => {
    const w = await world();
    const { data } = await invite(w.as.root, w.root, { role: 'owner' });
    const { home, user, ask } = await person();
    const { id } = await makeStation(platform, { organisationId: home.id, ownerId: user.id });
    expect((await join(ask, data.code)).code).toBe(200);
    const station = platform.db.selectFrom('stations').select(['ownerId', 'organisationId']);
    expect(await station.where('id', '=', id).executeTakeFirst()).toEqual({
      ownerId: user.id,
      organisationId: home.id,
    });
  });

  test('a custom role comes with its invitation; an account without an organisation joins too', async () => {
    const w = await world();
    const role = await makeRole(platform, { organisationId: w.root.id, basedOn: 'installer' });
    const { data } = await invite(w.as.root, w.root, { role: 'owner', roleId: role.id });
    const lone = await makeUser(platform, { role: 'owner' });
    expect((await join(await api.as(lone), data.code)).code).toBe(200);
    expect(await userOf(lone.id)).toMatchObject({ role: 'installer', roleId: role.id });
  });

  test('members of an organisation, viewers of a home and administrators of the platform stay where they are', async () => {
    const w = await world();
    const { data } = await invite(w.as.root, w.root, { role: 'owner', maxUses: 9 });
    const { home } = await person();
    for (const user of [
      await w.member(w.tight, 'owner'),
      await w.member(home, 'internalReadOnly'),
      await makeUser(platform),
    ]) {
      expect((await join(await api.as(user), data.code)).error).toBe('alreadyMember');
    }
    expect((await api.nobody.post('/invites/join', { code: data.code })).error).toBe('unauthorised');
  });

  test('an invitation fits its address, its number of uses and its time', async () => {
    const w = await world();
    const { user, ask } = await person();
    const stranger = await person();
    const addressed = (await invite(w.as.root, w.root, { email: user.email, role: 'owner' })).data;
    expect((await join(stranger.ask, addressed.code)).error).toBe('inviteNotFound');
    expect((await join(ask, addressed.code)).code).toBe(200);
    const late = (await invite(w.as.root, w.root, { role: 'owner', validDays: 1 })).data;
    const use = (now: number) =>
      platform.db
        .transaction()
        .execute((trx) => useInvite(trx, { code: late.code, email: null, phone: null, now }));
    await expect(use(late.expiresAt)).rejects.toMatchObject({ key: 'inviteNotFound' });
    expect(await use(late.expiresAt - 1)).toEqual({ organisationId: w.root.id, role: 'owner', roleId: null });
    expect((await join(stranger.ask, 'NOSUCHCODE')).error).toBe('inviteNotFound');
  });

  test('of two who use the last place at the same moment one gets it', async () => {
    const w = await world();
    const { data } = await invite(w.as.root, w.root, { role: 'owner' });
    const [a, b] = [await person(), await person()];
    const answers = await Promise.all([join(a.ask, data.code), join(b.ask, data.code)]);
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['inviteNotFound', undefined]);
  });
});

test('a day has only so many invitations: nobody sends messages to lists of addresses', async () => {
  const w = await world();
  const at = new Date(platform.clock.now());
  const subject = `invitations, organisation ${w.tight.id}`;
  const made = Array.from({ length: LIMITS.invitesPerOrganisationDaily - 1 }, () => ({ subject, at }));
  await platform.db.insertInto('tries').values(made).execute();
  const ask = (by = w.as.root) => invite(by, w.tight, { email: newEmail(), role: 'installer' });
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 42900, 42900]);
  platform.clock.advance(DAY);
  expect((await ask(await api.as(w.admins.root))).code).toBe(200);
});

test('one address gets so many invitations in a day from one account', async () => {
  const w = await world();
  const email = newEmail();
  const ask = (by: Ask) => invite(by, w.tight, { email, role: 'installer' });
  for (let n = 0; n < LIMITS.unaskedFromOneDaily; n += 1) expect((await ask(w.as.root)).code).toBe(200);
  expect((await ask(w.as.root)).error).toBe('tooManyRequests');
  expect((await ask(w.as.tight)).code).toBe(200);
});
