import { afterAll, describe, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../../test/accounts-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeCode } from '../../../../test/makers.ts';

const platform = await testPlatform();
const { server, call, person, auditOf } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const update = (me: SignedIn, body: object, from: { address?: string } = {}) =>
  call('/ups/user/updateInfo', { method: 'PUT', body, bearer: me.token, ...from });
const codeFor = (target: string) => makeCode(platform, { target, purpose: 'changeContact' });

describe('settings', () => {
  const get = async (bearer: string) => (await call('/ups/user/getSettings', { bearer })).data;
  const set = (bearer: string, body: object) =>
    call('/ups/user/updateSettings', { method: 'PUT', body, bearer });
  const defaults = {
    language: null,
    appearance: 'system',
    temperatureUnit: null,
    currency: null,
    fleetClock: 'own',
    weekStart: 1,
    startPage: 'stations',
  };

  test('a personal account begins with its own station, until it chooses another page', async () => {
    const me = await person({ accountType: 'personal' });
    expect(await get(me.token)).toEqual({ ...defaults, startPage: 'ownStation' });
    await set(me.token, { startPage: 'stations' });
    expect(await get(me.token)).toEqual(defaults);
  });

  test('are filled in where nothing was chosen; what is named changes and the rest stays', async () => {
    const me = await person({ accountType: 'professional' });
    expect(await get(me.token)).toEqual(defaults);
    expect((await set(me.token, { weekStart: 7, language: 'de-DE' })).code).toBe(200);
    const { data } = await set(me.token, { appearance: 'dark' });
    expect(data).toEqual({ ...defaults, weekStart: 7, language: 'de-DE', appearance: 'dark' });
    expect(await get(me.token)).toEqual(data);
    const account = await call('/ups/user/personalInfo', { bearer: me.token });
    expect(account.data.language).toBe('de-DE');
    expect((await set(me.token, { language: null })).data.language).toBeNull();
    expect((await auditOf(me.id))[0]).toMatchObject({
      action: 'accounts.updateSettings',
      after: { weekStart: 7, language: 'de-DE' },
    });
  });

  test('refuse what is no setting, a visitor’s changes and nobody', async () => {
    const me = await person();
    expect((await set(me.token, { weekStart: 8 })).error).toBe('invalidInput');
    expect((await set(me.token, { language: 'xx-XX' })).error).toBe('invalidInput');
    expect((await set(me.token, { currency: 'XXY' })).error).toBe('invalidInput');
    const { data } = await call('/ups/user/visitor', { method: 'POST' });
    expect(await get(data.token)).toEqual(defaults);
    expect((await set(data.token, { weekStart: 7 })).error).toBe('visitorReadOnly');
    expect((await set('nobody', {})).code).toBe(401);
  });
});

describe('details', () => {
  test('name and user name change at once, in the form a login looks for', async () => {
    const me = await person();
    const userName = `Name-${me.id}`;
    const { data } = await update(me, { name: '  New name ', userName });
    expect(data).toMatchObject({ name: 'New name', userName: userName.toLowerCase(), email: me.email });
    const login = await call('/ups/user/login', { body: { account: userName, password: PASSWORD } });
    expect(login.data.account.id).toBe(me.id);
    const [row] = await auditOf(me.id);
    expect(row).toMatchObject({ action: 'accounts.updateInfo', after: { changed: ['name', 'userName'] } });
    expect((await update(me, { userName: null })).data.userName).toBeNull();
    expect((await update(me, {})).code).toBe(200);
  });

  test('a new e-mail or phone needs the code that was sent to it, once', async () => {
    const me = await person();
    const email = `new-${me.id}@example.test`;
    const missing = await update(me, { email: email.toUpperCase() });
    expect(missing).toMatchObject({ error: 'invalidInput', fields: [{ path: 'body.validateCode' }] });
    expect((await update(me, { email, validateCode: '000000' })).error).toBe('codeExpired');
    const validateCode = await codeFor(email);
    const other = validateCode === '111111' ? '222222' : '111111';
    expect((await update(me, { email, validateCode: other })).error).toBe('wrongCode');
    expect((await update(me, { email: email.toUpperCase(), validateCode })).data.email).toBe(email);
    const phone = `+4930${String(me.id).padStart(8, '0')}`;
    const phoneCode = await codeFor(phone);
    const spelled = `${phone.slice(0, 5)} ${phone.slice(5)}`;
    expect((await update(me, { mobile: spelled, validateCode: phoneCode })).data.mobile).toBe(phone);
    expect((await update(me, { mobile: phone })).code).toBe(200);
  });

  test('five wrong codes end a code', async () => {
    const me = await person();
    const email = `tries-${me.id}@example.test`;
    const validateCode = await codeFor(email);
    const wrong = validateCode === '111111' ? '222222' : '111111';
    const from = { address: '203.0.113.9' };
    for (let n = 0; n < 5; n += 1)
      expect((await update(me, { email, validateCode: wrong }, from)).error).toBe('wrongCode');
    expect((await update(me, { email, validateCode }, from)).error).toBe('codeExpired');
  });

  test('what belongs to another account is taken', async () => {
    const [me, other] = [await person(), await person({ userName: `Taken-${process.pid}` })];
    const validateCode = await codeFor(other.email);
    expect((await update(me, { email: other.email, validateCode })).error).toBe('accountTaken');
    const taken = await update(me, { userName: `taken-${process.pid}` });
    expect(taken.error).toBe('userNameTaken');
    expect(taken.msg).toContain(`taken-${process.pid}`);
  });

  test.each([
    [{ name: ' ' }, 'body.name'],
    [{ name: '<b>' }, 'body.name'],
    [{ userName: 'a@b' }, 'body.userName'],
    [{ email: 'nonsense' }, 'body.email'],
    [{ mobile: '12' }, 'body.mobile'],
    [{ email: 'a@example.test', mobile: '+493012345678', validateCode: '1' }, 'body.mobile'],
    [{ email: null }, 'body.email'],
  ])('%o is refused at its field', async (body, path) => {
    const me = await person();
    expect(await update(me, body)).toMatchObject({ error: 'invalidInput', fields: [{ path }] });
    expect(await auditOf(me.id)).toEqual([]);
  });

  test('nobody and a visitor change nothing', async () => {
    expect((await call('/ups/user/updateInfo', { method: 'PUT', body: {} })).code).toBe(401);
    const { data } = await call('/ups/user/visitor', { method: 'POST' });
    const answer = await call('/ups/user/updateInfo', { method: 'PUT', body: {}, bearer: data.token });
    expect(answer.error).toBe('visitorReadOnly');
  });
});
