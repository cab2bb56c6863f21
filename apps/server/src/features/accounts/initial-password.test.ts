import { afterAll, expect, test, vi } from 'vitest';
import { openAccounts } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { hashPassword, INITIAL_PASSWORD_MS, setPassword } from './index.ts';

const platform = await testPlatform();
const { account, login, post, codeFor } = await openAccounts(platform);
afterAll(() => platform.stop());

const GIVEN = 'a1b2c3';

async function givenPassword() {
  const made = await account();
  const change = {
    userId: made.id,
    passwordHash: await hashPassword(GIVEN),
    initial: true,
    now: platform.clock.now(),
  };
  await platform.db.transaction().execute((trx) => setPassword(trx, change));
  return made;
}
const outcomesOf = async (userId: number) =>
  (await platform.db.selectFrom('logins').select('outcome').where('userId', '=', userId).execute()).map(
    ({ outcome }) => outcome,
  );

test('an initial password opens the account until its seventh day is over', async () => {
  const [early, late] = [await givenPassword(), await givenPassword()];
  platform.clock.advance(INITIAL_PASSWORD_MS - 1);
  expect((await login(early.email, GIVEN)).code).toBe(200);
  platform.clock.advance(1);
  const answer = await login(late.email, GIVEN);
  expect(answer).toMatchObject({ error: 'initialPasswordExpired', code: 40026 });
  expect(answer.msg).toContain('seven days');
  await vi.waitFor(async () => expect(await outcomesOf(late.id)).toEqual(['initialPasswordExpired']));
});

test('that it is over is told after the right password alone', async () => {
  const { id, email } = await givenPassword();
  platform.clock.advance(INITIAL_PASSWORD_MS);
  expect(await login(email, 'z9y8x7')).toEqual(await login('nobody@example.test', GIVEN));
  await vi.waitFor(async () => expect(await outcomesOf(id)).toEqual(['wrongPassword']));
});

test('the account is not lost: another one may be given, or a password be set by a code', async () => {
  const [given, own] = [await givenPassword(), await givenPassword()];
  platform.clock.advance(INITIAL_PASSWORD_MS);
  const change = {
    userId: given.id,
    passwordHash: await hashPassword(GIVEN),
    initial: true,
    now: platform.clock.now(),
  };
  await platform.db.transaction().execute((trx) => setPassword(trx, change));
  expect((await login(given.email, GIVEN)).data.account.mustChangePassword).toBe(true);
  const validateCode = await codeFor({ email: own.email }, 'resetPassword');
  const body = { email: own.email, validateCode, password: 'Other-Horse-2' };
  expect((await post('/ups/user/resetPwd', body)).code).toBe(200);
  expect((await login(own.email, 'Other-Horse-2')).data.account.mustChangePassword).toBe(false);
});

test('a password of one’s own does not end', async () => {
  const { id, email } = await givenPassword();
  const passwordHash = await hashPassword('Other-Horse-2');
  const change = { userId: id, passwordHash, initial: false, now: platform.clock.now() };
  await platform.db.transaction().execute((trx) => setPassword(trx, change));
  platform.clock.advance(10 * INITIAL_PASSWORD_MS);
  expect((await login(email, 'Other-Horse-2')).code).toBe(200);
});
