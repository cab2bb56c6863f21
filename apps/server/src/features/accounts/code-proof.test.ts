import { afterAll, describe, expect, test } from 'vitest';
import { newAddress } from '../../../test/api-kit.ts';
import { newEmail, openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { CODE_MS } from './send-code.ts';

const platform = await testPlatform();
const { server, codeFor, messagesTo, login, account, post } = await openAccounts(platform);
afterAll(() => platform.stop());

const NEW_PASSWORD = 'Other-Horse-2';

async function send(path: string, payload: object, cookie = '') {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/ups/user/${path}`,
    payload,
    headers: { cookie },
    remoteAddress: newAddress(),
  });
  const [first] = [answer.headers['set-cookie']].flat();
  return {
    error: answer.json().error as string | undefined,
    cookie: first ?? '',
    fields: answer.json().fields,
  };
}
const pair = (cookie: string) => cookie.split(';')[0]!;

describe('a code that was checked', () => {
  test('resets the password as the source lists it, by e-mail and password alone, once', async () => {
    const { email } = await account();
    const validateCode = await codeFor({ email }, 'resetPassword');
    const checked = await send('checkValidateCode', { email, mobile: '', validateCode });
    expect(checked.cookie).toMatch(/HttpOnly; SameSite=Strict$/);
    const reset = { email, password: NEW_PASSWORD };
    const done = await send('resetPwd', reset, pair(checked.cookie));
    expect([done.error, pair(done.cookie)]).toEqual([undefined, 'sunfleet.codeProof=']);
    expect((await login(email, NEW_PASSWORD)).code).toBe(200);
    expect((await send('resetPwd', reset, pair(checked.cookie))).error).toBe('codeExpired');
  });

  test('proves nothing for others, for another account, or when its time is over', async () => {
    const [own, other] = [await account(), await account()];
    const validateCode = await codeFor({ email: own.email }, 'resetPassword');
    const { cookie } = await send('checkValidateCode', { email: own.email, validateCode });
    const reset = { email: own.email, password: NEW_PASSWORD };
    const bare = await send('resetPwd', reset);
    expect(bare.fields?.[0]?.path).toBe('body.validateCode');
    expect((await send('resetPwd', reset, 'sunfleet.codeProof=guessed')).error).toBe('codeExpired');
    expect((await send('resetPwd', { ...reset, email: other.email }, pair(cookie))).error).toBe(
      'codeExpired',
    );
    platform.clock.advance(CODE_MS);
    expect((await send('resetPwd', reset, pair(cookie))).error).toBe('codeExpired');
    expect((await login(own.email, PASSWORD)).code).toBe(200);
  });

  test('of a login or a registration resets no password', async () => {
    const { email } = await account();
    const validateCode = await codeFor({ email }, 'login');
    const { cookie } = await send('checkValidateCode', { email, validateCode });
    expect(cookie).not.toBe('');
    expect((await send('resetPwd', { email, password: NEW_PASSWORD }, pair(cookie))).error).toBe(
      'codeExpired',
    );
  });

  test('a wrong code gives no proof', async () => {
    const { email } = await account();
    await codeFor({ email }, 'resetPassword');
    expect(await send('checkValidateCode', { email, validateCode: 'abcdef' })).toMatchObject({
      error: 'wrongCode',
      cookie: '',
    });
  });
});

describe('e-mail and phone together', () => {
  const mobile = '+49 30 5550177';

  test('are taken by all calls; the code goes to the e-mail and proves it alone', async () => {
    const email = newEmail();
    expect((await post('/ups/user/sendValidateCode', { email, mobile, validateType: 'register' })).code).toBe(
      200,
    );
    const validateCode = /\d{6}/.exec((await messagesTo(email)).at(-1)!.body)![0];
    expect(await messagesTo('+49305550177')).toEqual([]);
    expect((await post('/ups/user/checkValidateCode', { email, mobile, validateCode })).code).toBe(200);
    const { agreementVersion, privacyVersion } = (await server.app.inject('/api/legal')).json().data;
    const registered = await post('/ups/organization/register', {
      email,
      mobile,
      validateCode,
      agreementVersion,
      privacyVersion,
      password: PASSWORD,
      name: 'Both',
      accountType: 'personal',
    });
    expect(registered.data.account).toMatchObject({ email, mobile: null });
    const again = await codeFor({ email }, 'resetPassword');
    const reset = { email, mobile, validateCode: again, password: NEW_PASSWORD };
    expect((await post('/ups/user/resetPwd', reset)).code).toBe(200);
  });

  test('a phone that is none is refused at its field', async () => {
    const body = { email: newEmail(), mobile: 'call me', validateType: 'register' };
    expect((await post('/ups/user/sendValidateCode', body)).fields?.[0]?.path).toBe('body.mobile');
  });
});
