import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { openAccounts } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { ensureAdmin } from './index.ts';

const platform = await testPlatform();
const { server, call, login, codeFor } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const EMAIL = platform.config.adminEmail;

test('a common or weak password of the settings is refused', async () => {
  for (const password of ['Password123', 'Password-123!', 'Welcome1!', 'weakweak']) {
    const config = { ...platform.config, ...readConfig({ SUNFLEET_ADMIN_PASSWORD: password }) };
    await expect(ensureAdmin({ ...platform, config })).rejects.toThrow('SUNFLEET_ADMIN_PASSWORD');
  }
  expect(await platform.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('the generated password stands in a file of its owner, until another one is set at the first sign-in', async () => {
  const { created, passwordFile = '' } = await ensureAdmin(platform);
  expect(created).toBe(true);
  expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
  const oldPassword = (await readFile(passwordFile, 'utf8')).trim();
  // Nobody could give the first administrator another one, so a sign-in that was broken off does not use it up.
  await login(EMAIL, oldPassword);
  const { data } = await login(EMAIL, oldPassword);
  expect(data.account.mustChangePassword).toBe(true);
  expect((await call('/ups/user/security', { bearer: data.token })).error).toBe('mustChangePassword');
  expect(await ensureAdmin(platform)).toEqual({ created: false, passwordFile });
  const body = { oldPassword, password: 'Chosen-Horse-1' };
  expect((await call('/ups/user/updatePwd', { method: 'PUT', body, bearer: data.token })).code).toBe(200);
  expect(existsSync(passwordFile)).toBe(false);
  expect((await login(EMAIL, oldPassword)).error).toBe('wrongCredentials');
  expect((await login(EMAIL, 'Chosen-Horse-1')).data.account.mustChangePassword).toBe(false);
  expect(await ensureAdmin(platform)).toEqual({ created: false, passwordFile: undefined });
});

test('the file goes as well where another password is set by a code', async () => {
  await platform.db.deleteFrom('users').execute();
  const { passwordFile = '' } = await ensureAdmin(platform);
  expect(existsSync(passwordFile)).toBe(true);
  const validateCode = await codeFor({ email: EMAIL }, 'resetPassword');
  const body = { email: EMAIL, validateCode, password: 'Chosen-Horse-2' };
  expect((await call('/ups/user/resetPwd', { body })).code).toBe(200);
  expect(existsSync(passwordFile)).toBe(false);
});
