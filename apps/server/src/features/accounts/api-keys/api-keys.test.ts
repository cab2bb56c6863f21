import { isOffered, LIMITS, PERMISSIONS } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../../test/accounts-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeStation } from '../../../../test/makers.ts';
import { registerStationsRoutes } from '../../stations/index.ts';

const platform = await testPlatform();
const { server, call, person } = await openAccounts(platform, registerStationsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const create = (me: SignedIn, input: object = {}) =>
  call('/api-keys', {
    body: { name: ' Evaluation ', permissions: ['stations.view'], expiresInDays: null, ...input },
    bearer: me.token,
  });
const keyOf = async (me: SignedIn, input: object = {}): Promise<string> => (await create(me, input)).data.key;
const remove = (me: SignedIn, id: number) => call(`/api-keys/${id}`, { method: 'DELETE', bearer: me.token });
const stations = (bearer: string) => call('/stations', { bearer });

describe('making and ending keys', () => {
  test('the text is told once, only its hash is kept, and it is known again by its beginning', async () => {
    const me = await person();
    const { data } = await create(me, { expiresInDays: 30 });
    expect(data.key).toMatch(/^sfa_[\w-]{43}$/);
    expect(data.apiKey).toEqual({
      id: expect.any(Number),
      name: 'Evaluation',
      prefix: data.key.slice(0, 10),
      permissions: ['stations.view'],
      createdAt: platform.clock.now(),
      expiresAt: platform.clock.now() + 30 * 86_400_000,
      lastUsedAt: null,
    });
    const listed = await call('/api-keys', { bearer: me.token });
    expect(listed.data).toEqual([data.apiKey]);
    const rows = await platform.db.selectFrom('apiKeys').selectAll().where('userId', '=', me.id).execute();
    const audit = await platform.db.selectFrom('auditLog').selectAll().where('userId', '=', me.id).execute();
    expect(JSON.stringify([rows, audit])).not.toContain(data.key);
    expect(audit.map(({ action }) => action)).toContain('apiKeys.create');
  });

  test('nobody gives a key more than they hold; wrong input is told', async () => {
    const me = await person({ role: 'owner' });
    expect((await create(me, { permissions: ['stations.view', 'platform.manage'] })).error).toBe(
      'moreThanHeld',
    );
    expect((await create(me, { permissions: [] })).error).toBe('invalidInput');
    expect((await create(me, { permissions: ['no.such'] })).error).toBe('invalidInput');
    expect((await create(me, { name: '' })).error).toBe('invalidInput');
    expect((await create(me, { expiresInDays: 0 })).error).toBe('invalidInput');
    const reader = await person({ role: 'internalReadOnly' });
    expect((await create(reader)).error).toBe('noDataPermission');
    expect((await call('/api-keys')).code).toBe(401);
  });

  test('an account has so many keys, however many it asks for at once; who deletes one gets another', async () => {
    const [me, other] = [await person(), await person()];
    const first = await create(me);
    const {
      prefix,
      keyHash: _hash,
      ...values
    } = await platform.db
      .selectFrom('apiKeys')
      .select(['userId', 'name', 'permissions', 'createdAt', 'prefix', 'keyHash'])
      .where('id', '=', first.data.apiKey.id)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: LIMITS.apiKeysPerAccount - 3 }, (_, n) => ({
      ...values,
      prefix,
      keyHash: Buffer.from(`key ${n} of ${me.id}`),
    }));
    await platform.db.insertInto('apiKeys').values(more).execute();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(me)));
    const beyond = answers.filter(({ error }) => error === 'tooManyApiKeys');
    expect(beyond).toHaveLength(3);
    expect((await create(other)).code).toBe(200);
    await remove(me, first.data.apiKey.id);
    expect((await create(me)).code).toBe(200);
  });

  test('a deleted key is dead at once and that is announced; somebody else’s is not there', async () => {
    const [me, other] = [await person(), await person()];
    const { data } = await create(me);
    let changes = 0;
    const end = platform.bus.subscribe('accessChanged', () => void (changes += 1));
    expect((await remove(other, data.apiKey.id)).error).toBe('notFound');
    expect((await stations(data.key)).code).toBe(200);
    expect((await remove(me, data.apiKey.id)).code).toBe(200);
    expect((await stations(data.key)).code).toBe(401);
    expect((await remove(me, data.apiKey.id)).error).toBe('notFound');
    expect(changes).toBe(1);
    end();
  });
});

describe('what a key may', () => {
  test('it sees what its maker sees, and notes its last use', async () => {
    const me = await person();
    const mine = await makeStation(platform, { ownerId: me.id });
    await makeStation(platform);
    const key = await keyOf(me);
    const { data } = await stations(key);
    expect(data.rows.map((row: { id: number }) => row.id)).toEqual([mine.id]);
    const [listed] = (await call('/api-keys', { bearer: me.token })).data;
    expect(listed.lastUsedAt).toBe(platform.clock.now());
  });

  test('it holds the permissions it was made with, as long as its maker holds them', async () => {
    const me = await person();
    const alarms = await keyOf(me, { permissions: ['alarms.view'] });
    expect((await stations(alarms)).error).toBe('noDataPermission');
    const creates = await keyOf(me, { permissions: ['stations.view', 'stations.create'] });
    await platform.db
      .updateTable('users')
      .set({ role: 'internalReadOnly' })
      .where('id', '=', me.id)
      .execute();
    expect((await call('/stations', { body: {}, bearer: creates })).error).toBe('noDataPermission');
    expect((await stations(creates)).code).toBe(200);
  });

  test('one that was given what waits for its feature goes on, and shows what it opens', async () => {
    const waits = PERMISSIONS.find((permission) => !isOffered(permission))!;
    const me = await person();
    const key = await keyOf(me);
    await platform.db
      .updateTable('apiKeys')
      .set({ permissions: ['stations.view', waits] })
      .where('userId', '=', me.id)
      .execute();
    expect((await stations(key)).code).toBe(200);
    const { data } = await call('/api-keys', { bearer: me.token });
    expect(data).toMatchObject([{ permissions: ['stations.view'] }]);
    expect((await create(me, { permissions: [waits] })).error).toBe('invalidInput');
  });

  test('what it does is written down as the key’s', async () => {
    const organisation = await makeOrganisation(platform);
    const me = await person({ organisationId: organisation.id });
    const { data } = await create(me, { permissions: ['stations.view', 'stations.create'] });
    const station = { name: 'By key', type: 'commercial', capacityKw: 10, latitude: 40, longitude: -3 };
    const made = await call('/stations', { body: station, bearer: data.key });
    const row = await platform.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'stations.create')
      .where('objectId', '=', String(made.data.id))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ actorKind: 'apiKey', userId: me.id, apiKeyId: data.apiKey.id });
  });

  test('it ends at its time, with its account, and while the password must be changed', async () => {
    const me = await person();
    const key = await keyOf(me);
    const brief = await keyOf(me, { expiresInDays: 1 });
    platform.clock.advance(86_400_000 - 1);
    expect((await stations(brief)).code).toBe(200);
    platform.clock.advance(1);
    expect((await stations(brief)).code).toBe(401);
    const set = (values: object) =>
      platform.db.updateTable('users').set(values).where('id', '=', me.id).execute();
    await set({ mustChangePassword: true });
    expect((await stations(key)).code).toBe(401);
    await set({ mustChangePassword: false, lockedAt: new Date(platform.clock.now()) });
    expect((await stations(key)).code).toBe(401);
    expect((await stations('sfa_no-such-key')).code).toBe(401);
  });

  test('it neither makes keys nor changes the account it speaks for, but may read it', async () => {
    const me = await person();
    const key = await keyOf(me, { permissions: ['apiKeys.manage', 'stations.view'] });
    const forMe = { ...me, token: key };
    expect((await create(forMe)).error).toBe('noDataPermission');
    expect((await remove(forMe, 1)).error).toBe('noDataPermission');
    const body = { weekStart: 7 };
    expect((await call('/ups/user/updateSettings', { method: 'PUT', body, bearer: key })).error).toBe(
      'noDataPermission',
    );
    expect((await call('/ups/user/sessions', { method: 'DELETE', bearer: key })).error).toBe(
      'noDataPermission',
    );
    expect((await call('/ups/user/get', { method: 'POST', bearer: key })).error).toBe('noDataPermission');
    expect((await call('/ups/user/getSettings', { bearer: key })).code).toBe(200);
  });
});

test('a key reads nothing of what protects the account, nor where its person signs in', async () => {
  const me = await person();
  const key = await keyOf(me);
  for (const path of ['security', 'sessions', 'logins?page=1&pageSize=10']) {
    expect((await call(`/ups/user/${path}`, { bearer: key })).error).toBe('noDataPermission');
    expect((await call(`/ups/user/${path}`, { bearer: me.token })).code).toBe(200);
  }
  expect((await call('/ups/user/personalInfo', { bearer: key })).code).toBe(200);
});

test('a key that a thief made in a stolen session ends with the change of the password, and the log names it', async () => {
  const me = await person();
  const key = await keyOf(me);
  const body = { oldPassword: PASSWORD, password: 'Other-Horse-2' };
  expect((await call('/ups/user/updatePwd', { method: 'PUT', body, bearer: me.token })).code).toBe(200);
  expect((await stations(key)).code).toBe(401);
  const row = await platform.db
    .selectFrom('auditLog')
    .select('before')
    .where('userId', '=', me.id)
    .where('action', '=', 'accounts.changePassword')
    .executeTakeFirstOrThrow();
  expect(row.before).toEqual({ apiKeys: [{ name: 'Evaluation', prefix: key.slice(0, 10) }] });
});
