import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { newAddress } from '../../../test/api-kit.ts';
import { openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { FREE_FAILURES } from './login-delay.ts';
import { FAILURES_BEFORE_LOCK, LOCK_MS } from './login-lock.ts';

const platform = await testPlatform();
const { server, account, call, login, codeFor, post } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const wrong = (email: string) => login(email, 'Wrong-Horse-1');

test('guessing from many networks gets slower and slower, and never keeps the holder out', async () => {
  const { email } = await account();
  const home = newAddress();
  expect((await login(email, PASSWORD, home)).code).toBe(200);
  for (let n = 0; n < FREE_FAILURES; n += 1) expect((await wrong(email)).error).toBe('wrongCredentials');
  expect((await wrong(email)).error).toBe('wrongCredentials');
  let tried = 0;
  const hour = platform.clock.now() + 3_600_000;
  for (; platform.clock.now() < hour; platform.clock.advance(30_000)) {
    if ((await wrong(email)).error === 'wrongCredentials') tried += 1;
  }
  // Waits of 5, 10, 20 ... seconds up to a quarter of an hour.
  expect(tried).toBeLessThan(12);
  // Where nobody knows it, the right password waits as well, or guessing would go on.
  await wrong(email);
  expect((await login(email, PASSWORD)).error).toBe('accountLocked');
  expect((await login(email, PASSWORD, home)).code).toBe(200);
  const validateCode = await codeFor({ email }, 'login');
  expect((await post('/ups/user/loginByCode', { email, validateCode })).code).toBe(200);
  platform.clock.advance(15 * 60_000);
  expect((await login(email, PASSWORD)).code).toBe(200);
});

test('an account that does not exist waits in the same way', async () => {
  for (let n = 0; n <= FREE_FAILURES; n += 1) await wrong('nobody@example.test');
  const told = await wrong('nobody@example.test');
  expect(told).toMatchObject({ error: 'accountLocked' });
});

test('fifty guesses from fifty networks at the same moment are not fifty free ones', async () => {
  const { id, email } = await account();
  const home = newAddress();
  expect((await login(email, PASSWORD, home)).code).toBe(200);
  const guesses = await Promise.all(Array.from({ length: 50 }, () => wrong(email)));
  const reached = guesses.filter(({ error }) => error === 'wrongCredentials');
  expect(reached.length).toBeLessThanOrEqual(FREE_FAILURES + 1);
  expect(guesses.filter(({ error }) => error === 'accountLocked')).toHaveLength(50 - reached.length);
  // Each that reached the hash stands in the history of the account as a wrong password, and no other does.
  await vi.waitFor(async () => {
    const { n } = await platform.db
      .selectFrom('logins')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('userId', '=', id)
      .where('outcome', '=', 'wrongPassword')
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(reached.length);
  });
  expect((await login(email, PASSWORD, home)).code).toBe(200);
  expect((await login(email, PASSWORD)).error).toBe('accountLocked');
});

test('wrong passwords lock an address for their own network alone: from elsewhere, by code and in open sessions its holder goes on', async () => {
  const { email } = await account();
  const [home, cafe] = [newAddress(), newAddress()];
  const { data } = await login(email, PASSWORD, home);
  for (let n = 0; n < FAILURES_BEFORE_LOCK; n += 1) await login(email, 'Wrong-Horse-1', cafe);
  expect((await login(email, PASSWORD, cafe)).error).toBe('accountLocked');
  expect((await login(email, PASSWORD, home)).code).toBe(200);
  expect((await login(email, PASSWORD)).code).toBe(200);
  expect((await call('/ups/user/personalInfo', { bearer: data.token, address: cafe })).code).toBe(200);
  const validateCode = await codeFor({ email }, 'login');
  const byCode = { email, validateCode };
  expect((await post('/ups/user/loginByCode', byCode, { address: cafe })).code).toBe(200);
  platform.clock.advance(LOCK_MS);
  expect((await login(email, PASSWORD, cafe)).code).toBe(200);
});

test('right passwords are no failures, however often and from wherever they come', async () => {
  const { email } = await account();
  for (let n = 0; n < FREE_FAILURES + 5; n += 1) expect((await login(email, PASSWORD)).code).toBe(200);
});

test('right passwords that could not be noted, as on a full disk, lock nobody out', async () => {
  const { id, email } = await account();
  const home = newAddress();
  await sql`CREATE FUNCTION refuse_session() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`.execute(platform.db);
  await sql`CREATE TRIGGER full_disk BEFORE INSERT ON sessions FOR EACH ROW WHEN (NEW.user_id = ${sql.lit(id)})
    EXECUTE FUNCTION refuse_session()`.execute(platform.db);
  for (let n = 0; n < FAILURES_BEFORE_LOCK + 1; n += 1)
    expect((await login(email, PASSWORD, home)).error).toBe('storeUnavailable');
  await sql`DROP TRIGGER full_disk ON sessions`.execute(platform.db);
  await sql`DROP FUNCTION refuse_session`.execute(platform.db);
  expect((await login(email, PASSWORD, home)).code).toBe(200);
});
