import { afterAll, describe, expect, test } from 'vitest';
import { openAccounts, type SignedIn } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeCode, makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { registerCancellationRoutes } from './index.ts';

const platform = await testPlatform();
const { db } = platform;
const { server, call, person, auditOf, messagesTo } = await openAccounts(
  platform,
  registerCancellationRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const DAY_MS = 86_400_000;
const PATH = '/ups/user/cancellation';
const look = async (me: SignedIn) => (await call(PATH, { bearer: me.token })).data;
const codeOf = (target: string) => makeCode(platform, { target, purpose: 'cancelAccount' });

async function cancel(me: SignedIn, stations: object[] = [], validateCode?: string) {
  const body = { validateCode: validateCode ?? (await codeOf(me.email)), stations };
  return call(PATH, { body, bearer: me.token });
}

async function personal(): Promise<{ me: SignedIn; own: number }> {
  const { id: own } = await makeOrganisation(platform);
  await db.updateTable('organisations').set({ type: 'personal' }).where('id', '=', own).execute();
  return { me: await person({ organisationId: own }), own };
}

describe('what would be lost', () => {
  test('stations with devices and who could keep them, and counts of the rest', async () => {
    const { me, own } = await personal();
    const merchant = await makeOrganisation(platform);
    const home = await makeStation(platform, { name: 'A home', organisationId: own, ownerId: me.id });
    await makeDevice(platform, { stationId: home.id });
    const managed = await makeStation(platform, {
      name: 'B managed',
      organisationId: merchant.id,
      ownerId: me.id,
    });
    await makeStation(platform);
    const running = {
      state: 'accepted',
      role: 'viewer',
      beginsAt: new Date(platform.clock.now()),
      endsAt: new Date(platform.clock.now() + DAY_MS),
      createdAt: new Date(platform.clock.now()),
    } as const;
    const other = await person();
    await db
      .insertInto('grants')
      .values({ ...running, createdBy: me.id, toUserId: other.id })
      .execute();
    await db
      .insertInto('grants')
      .values({ ...running, state: 'declined', createdBy: me.id, toUserId: other.id })
      .execute();
    expect(await look(me)).toEqual({
      coolingOffDays: 15,
      requestedAt: null,
      erasedAt: null,
      stations: [
        { id: home.id, name: 'A home', devices: 1, organisation: null, deletable: true },
        { id: managed.id, name: 'B managed', devices: 0, organisation: merchant.name, deletable: true },
      ],
      lost: { sessions: 1, apiKeys: 0, passkeys: 0, grantsGiven: 1, grantsReceived: 0 },
      lastAdministratorOf: [],
    });
    expect((await look(other)).lost).toMatchObject({ grantsGiven: 0, grantsReceived: 1 });
  });

  test('an organisation that others need is named; one with nobody else in it is not', async () => {
    const merchant = await makeOrganisation(platform);
    const me = await person({ role: 'organisationAdmin', organisationId: merchant.id });
    expect((await look(me)).lastAdministratorOf).toEqual([]);
    const own = await makeStation(platform, { organisationId: merchant.id, ownerId: me.id });
    expect((await look(me)).stations).toMatchObject([{ id: own.id, organisation: null }]);
    await person({ role: 'installer', organisationId: merchant.id });
    expect((await look(me)).lastAdministratorOf).toEqual([merchant.name]);
    expect((await look(me)).stations).toMatchObject([{ id: own.id, organisation: merchant.name }]);
    const second = await person({ role: 'organisationAdmin', organisationId: merchant.id });
    expect((await look(me)).lastAdministratorOf).toEqual([]);
    await db
      .updateTable('users')
      .set({ cancelRequestedAt: new Date(platform.clock.now()) })
      .where('id', '=', second.id)
      .execute();
    expect((await look(me)).lastAdministratorOf).toEqual([merchant.name]);
  });

  test('asks for a session of somebody', async () => {
    expect((await call(PATH)).code).toBe(401);
    const { data } = await call('/ups/user/visitor', { method: 'POST' });
    expect((await call(PATH, { bearer: data.token })).error).toBe('userNotFound');
    expect((await call(PATH, { method: 'DELETE', bearer: data.token })).error).toBe('visitorReadOnly');
  });
});

describe('asking for it and taking it back', () => {
  test('the code begins fifteen days, in which the account works and can be kept', async () => {
    const { me } = await personal();
    const { data } = await cancel(me);
    const now = platform.clock.now();
    expect(data).toMatchObject({ requestedAt: now, erasedAt: now + 15 * DAY_MS });
    const [told] = await messagesTo(me.email);
    expect(told).toMatchObject({ template: 'cancellationPlanned', channel: 'mail' });
    expect(told!.body).toContain('July 6, 2026');
    const account = await call('/ups/user/personalInfo', { bearer: me.token });
    expect(account.data.erasedAt).toBe(now + 15 * DAY_MS);
    const kept = await call(PATH, { method: 'DELETE', bearer: me.token });
    expect(kept.data).toMatchObject({ requestedAt: null, erasedAt: null });
    expect((await call(PATH, { method: 'DELETE', bearer: me.token })).code).toBe(200);
    const actions = (await auditOf(me.id)).map(({ action }) => action);
    expect(actions).toEqual(['accounts.cancel', 'accounts.keep']);
  });

  test('a wrong code counts, a used one is over, and nothing is asked without one', async () => {
    const { me } = await personal();
    expect((await cancel(me, [], '000000')).error).toBe('codeExpired');
    const code = await codeOf(me.email);
    expect((await cancel(me, [], code === '111111' ? '222222' : '111111')).error).toBe('wrongCode');
    expect((await cancel(me, [], '')).error).toBe('invalidInput');
    expect((await cancel(me, [], code)).code).toBe(200);
    expect((await cancel(me, [], code)).error).toBe('codeExpired');
  });

  test('a code that went to the phone counts as well', async () => {
    const me = await person({ phone: '+49301112223' });
    const validateCode = await codeOf('+49301112223');
    expect((await cancel(me, [], validateCode)).code).toBe(200);
  });

  test('every station needs a decision that can be done', async () => {
    const { me, own } = await personal();
    const heir = await person();
    const home = await makeStation(platform, { organisationId: own, ownerId: me.id });
    const managed = await makeStation(platform, { ownerId: me.id });
    const foreign = await makeStation(platform);
    const keep = { id: managed.id, fate: 'keep' };
    const remove = { id: home.id, fate: 'delete' };
    const transfer = { id: home.id, fate: 'transfer' };
    expect((await cancel(me)).error).toBe('stationsUndecided');
    expect((await cancel(me, [keep])).error).toBe('stationsUndecided');
    expect((await cancel(me, [keep, { ...remove, fate: 'keep' }])).error).toBe('stationsUndecided');
    expect((await cancel(me, [keep, remove, remove])).error).toBe('stationsUndecided');
    expect((await cancel(me, [keep, { ...remove, fate: 'burn' }])).error).toBe('invalidInput');
    expect((await cancel(me, [keep, remove, { id: foreign.id, fate: 'delete' }])).error).toBe(
      'stationNotFound',
    );
    const missing = await cancel(me, [keep, transfer]);
    expect(missing).toMatchObject({ error: 'userNotFound', fields: [{ path: 'body.stations.1.to' }] });
    expect((await cancel(me, [keep, { ...transfer, to: me.email }])).error).toBe('notYourself');
    expect((await look(me)).requestedAt).toBeNull();
    expect((await cancel(me, [keep, { ...transfer, to: heir.email.toUpperCase() }])).code).toBe(200);
    const row = await db
      .selectFrom('users')
      .select('cancelChoices')
      .where('id', '=', me.id)
      .executeTakeFirst();
    expect(row?.cancelChoices).toEqual([
      { stationId: managed.id, fate: 'keep', to: null },
      { stationId: home.id, fate: 'transfer', to: heir.email },
    ]);
  });

  test('who leaves deletes no utility station alone that an organisation keeps, whatever it was called lately', async () => {
    const { me, own } = await personal();
    const kept = await makeStation(platform, { name: 'A kept', ownerId: me.id, type: 'utility' });
    const alone = await makeStation(platform, {
      name: 'B alone',
      organisationId: own,
      ownerId: me.id,
      type: 'utility',
    });
    const remove = [kept, alone].map(({ id }) => ({ id, fate: 'delete' }));
    expect((await look(me)).stations).toMatchObject([
      { id: kept.id, deletable: false },
      { id: alone.id, deletable: true },
    ]);
    expect((await cancel(me, remove)).error).toBe('stationsUndecided');
    await db.updateTable('stations').set({ type: 'commercial' }).where('id', '=', kept.id).execute();
    const about = { objectType: 'station', objectId: String(kept.id), stationId: kept.id };
    const edit = { action: 'stations.edit', ...about, before: JSON.stringify({ type: 'utility' }) };
    await db
      .insertInto('auditLog')
      .values({
        ...edit,
        at: new Date(platform.clock.now()),
        actorKind: 'user',
        userId: me.id,
        allowed: true,
      })
      .execute();
    expect((await cancel(me, remove)).error).toBe('stationsUndecided');
  });

  test('whether there is an account of the named new owner is not told, and taking it back ends the offer', async () => {
    const { me, own } = await personal();
    const heir = await person();
    const home = await makeStation(platform, { organisationId: own, ownerId: me.id });
    const transfer = { id: home.id, fate: 'transfer' };
    const answers = [];
    for (const to of [heir.email, 'nobody@example.test'])
      answers.push(await cancel(me, [{ ...transfer, to }]));
    expect(answers[0]).toMatchObject({ code: 200 });
    expect(answers[1]).toEqual(answers[0]);
    const open = () =>
      db
        .selectFrom('handOvers')
        .select(['stationId', 'toUserId', 'state'])
        .where('state', '=', 'pending')
        .where('stationId', '=', home.id)
        .execute();
    expect(await open()).toEqual([{ stationId: home.id, toUserId: null, state: 'pending' }]);
    await cancel(me, [{ ...transfer, to: heir.email }]);
    expect(await open()).toEqual([{ stationId: home.id, toUserId: heir.id, state: 'pending' }]);
    expect((await call(PATH, { method: 'DELETE', bearer: me.token })).code).toBe(200);
    expect(await open()).toEqual([]);
  });

  test('the last administrator of others, and of the platform, stays', async () => {
    const merchant = await makeOrganisation(platform);
    const me = await person({ role: 'organisationAdmin', organisationId: merchant.id });
    await person({ role: 'installer', organisationId: merchant.id });
    expect((await cancel(me)).error).toBe('lastAdministrator');
    await db.deleteFrom('users').where('role', '=', 'platformAdmin').execute();
    const admin = await person({ role: 'platformAdmin' });
    expect((await cancel(admin)).error).toBe('lastAdministrator');
    await makeUser(platform, { role: 'platformAdmin' });
    expect((await cancel(admin)).code).toBe(200);
  });
});
