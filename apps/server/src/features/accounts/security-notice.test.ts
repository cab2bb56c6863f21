import { generateSync } from 'otplib';
import { afterAll, describe, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeCode } from '../../../test/makers.ts';
import { softPasskey } from '../../../test/soft-authenticator.ts';

const platform = await testPlatform({ SUNFLEET_PUBLIC_URL: 'https://sun.example.test' });
const { server, call, person, account, post, messagesTo } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const NEW_PASSWORD = 'Other-Horse-2';
const as = (me: SignedIn) => ({ bearer: me.token });

let numbers = 0;
const newPhone = () => `+4930${String((numbers += 1)).padStart(8, '7')}`;

/** First lines of the notices to a contact, oldest first. */
async function noticesTo(to: string): Promise<string[]> {
  const notices = (await messagesTo(to)).filter(({ template }) => template === 'securityNotice');
  return notices.map(({ body }) => body.split('\n')[0]!);
}
const update = async (me: SignedIn, change: { email?: string | null; mobile?: string | null }) => {
  const target = change.email ?? change.mobile;
  const validateCode = target && (await makeCode(platform, { target, purpose: 'changeContact' }));
  const body = { ...change, ...(validateCode ? { validateCode } : {}) };
  expect((await call('/ups/user/updateInfo', { method: 'PUT', body, ...as(me) })).code).toBe(200);
};

describe('a password', () => {
  test('that was changed is told, with the time and a way back, and is not in it', async () => {
    const me = await person({ language: 'de-DE' });
    const body = { oldPassword: PASSWORD, password: NEW_PASSWORD };
    expect((await call('/ups/user/updatePwd', { method: 'PUT', body, ...as(me) })).code).toBe(200);
    const [notice, ...others] = await messagesTo(me.email);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ template: 'securityNotice', channel: 'mail', language: 'de-DE' });
    expect(notice!.subject).toBe('Sicherheitshinweis zu Ihrem Sunfleet-Konto');
    for (const part of ['Das Passwort', '21. Juni 2026', 'UTC', 'https://sun.example.test/#/forget_password'])
      expect(notice!.body).toContain(part);
    expect(notice!.body).not.toContain(NEW_PASSWORD);
  });

  test('that was set by a code is told; one that was refused is not', async () => {
    const { email } = await account();
    const reset = async (validateCode: string) =>
      post('/ups/user/resetPwd', { email, validateCode, password: NEW_PASSWORD });
    const code = await makeCode(platform, { target: email, purpose: 'resetPassword' });
    expect((await reset('abcdef')).error).toBe('wrongCode');
    expect(await noticesTo(email)).toEqual([]);
    expect((await reset(code)).code).toBe(200);
    expect(await noticesTo(email)).toEqual(['The password of your Sunfleet account was changed.']);
  });
});

describe('a contact', () => {
  test('that is replaced or removed is told itself', async () => {
    const phone = newPhone();
    const me = await person({ phone });
    const next = `new-${me.id}@example.test`;
    await update(me, { email: next });
    expect(await noticesTo(me.email)).toEqual(['The e-mail address of your Sunfleet account was changed.']);
    expect(await noticesTo(next)).toEqual([]);
    await update(me, { mobile: null });
    expect(await noticesTo(phone)).toEqual(['The phone number of your Sunfleet account was changed.']);
    expect((await messagesTo(phone))[0]!.channel).toBe('sms');
  });

  test('that is added is told to the one of before', async () => {
    const [me, phone] = [await person(), newPhone()];
    await update(me, { mobile: phone });
    expect(await noticesTo(me.email)).toEqual(['The phone number of your Sunfleet account was changed.']);
    const byPhone = newPhone();
    const other = await person({ email: null, phone: byPhone });
    await update(other, { email: `added-${other.id}@example.test` });
    expect(await noticesTo(byPhone)).toEqual(['The e-mail address of your Sunfleet account was changed.']);
  });

  test('of nobody is told nothing, and a new name is nobody’s danger', async () => {
    const mute = await person({ email: null, userName: `mute-${process.pid}` });
    await update(mute, { email: `mute-${process.pid}@example.test` });
    const me = await person();
    const rename = (body: object) => call('/ups/user/updateInfo', { method: 'PUT', body, ...as(me) });
    await rename({ name: 'New name' });
    expect(await noticesTo(me.email)).toEqual([]);
    await rename({ userName: `renamed-${me.id}` });
    expect(await noticesTo(me.email)).toEqual(['The user name of your Sunfleet account was changed.']);
  });
});

describe('a way to sign in', () => {
  test('the second factor, on and off; nothing where it was off already', async () => {
    const me = await person();
    const turn = (path: string, body: object) => call(`/ups/user/totp/${path}`, { body, ...as(me) });
    await turn('disable', { password: PASSWORD });
    const { secret } = (await turn('start', { password: PASSWORD })).data;
    const epoch = Math.floor(platform.clock.now() / 1000);
    expect((await turn('confirm', { code: generateSync({ secret, epoch }) })).code).toBe(200);
    await turn('disable', { password: 'Wrong-Horse-1' });
    expect((await turn('disable', { password: PASSWORD })).code).toBe(200);
    expect(await noticesTo(me.email)).toEqual([
      'The second factor of your Sunfleet account was turned on.',
      'The second factor of your Sunfleet account was turned off.',
    ]);
  });

  test('a passkey, added and removed', async () => {
    const me = await person();
    const path = '/ups/user/passkeys';
    const { ceremonyId, options } = (await call(`${path}/start`, { body: { password: PASSWORD }, ...as(me) }))
      .data;
    const response = softPasskey().create(options, 'https://sun.example.test');
    const { data } = await call(path, { body: { name: 'Key', ceremonyId, response }, ...as(me) });
    expect((await call(`${path}/${data.id}`, { method: 'DELETE', ...as(me) })).code).toBe(200);
    expect((await call(`${path}/${data.id}`, { method: 'DELETE', ...as(me) })).error).toBe('notFound');
    expect(await noticesTo(me.email)).toEqual([
      'A passkey was added to your Sunfleet account.',
      'A passkey of your Sunfleet account was removed.',
    ]);
  });

  test('API keys that are made and deleted in a loop are three messages and one that says how many more', async () => {
    const me = await person();
    const key = { name: 'Key', permissions: ['stations.view'], expiresInDays: null };
    const again = async () => {
      platform.clock.advance(1000);
      const { data } = await call('/api-keys', { body: key, ...as(me) });
      expect((await call(`/api-keys/${data.apiKey.id}`, { method: 'DELETE', ...as(me) })).code).toBe(200);
    };
    for (let n = 0; n < 8; n += 1) await again();
    const sent = await messagesTo(me.email);
    expect(sent.map(({ template }) => template)).toEqual([
      'securityNotice',
      'securityNotice',
      'securityNotice',
      'securityNotices',
    ]);
    expect(sent[3]!.body).toContain('Number of times: 5');
    // What else happens is told at once.
    const change = { oldPassword: PASSWORD, password: NEW_PASSWORD };
    await call('/ups/user/updatePwd', { method: 'PUT', body: change, ...as(me) });
    expect(await noticesTo(me.email)).toHaveLength(4);
    // The message that counts goes out half an hour after its first.
    const due = () =>
      platform.db
        .selectFrom('outbox')
        .select('nextTryAt')
        .where('recipient', '=', me.email)
        .where('template', '=', 'securityNotices')
        .execute();
    expect(await due()).toEqual([{ nextTryAt: new Date(platform.clock.now() + 30 * 60_000 - 4000) }]);
  });

  test('an API key', async () => {
    const me = await person();
    const key = { name: 'Key', permissions: ['stations.view'], expiresInDays: null };
    expect((await call('/api-keys', { body: key, ...as(me) })).code).toBe(200);
    expect(await noticesTo(me.email)).toEqual(['An API key was created for your Sunfleet account.']);
  });
});
