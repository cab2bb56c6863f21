import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { forgetTries } from './forget-tries.ts';

const platform = await testPlatform();
const { server, account, login, codeFor, post } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const DAY = 86_400_000;
const rowsOf = async (table: string) =>
  (await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(platform.db)).rows[0]!.n;
const outcomesOf = async (userId: number) => {
  const rows = await platform.db
    .selectFrom('logins')
    .select(['outcome', ({ fn }) => fn.countAll<number>().as('n')])
    .where('userId', '=', userId)
    .groupBy('outcome')
    .execute();
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]));
};

test('guesses at accounts and codes leave nothing behind after two days, and count until then', async () => {
  await login('nobody@example.test', 'wrong');
  const email = 'somebody@example.test';
  await codeFor({ email }, 'register');
  await post('/ups/user/checkValidateCode', { email, validateCode: '000000' });
  const tables = ['login_failures', 'verification_codes', 'code_requests', 'code_tries'];
  await forgetTries(platform);
  for (const table of tables) expect(await rowsOf(table)).toBeGreaterThan(0);
  platform.clock.advance(3 * DAY);
  await forgetTries(platform);
  for (const table of tables) expect([table, await rowsOf(table)]).toEqual([table, 0]);
});

test('of an account that others guess at the newest failures are kept, and every login of its holder until it is old', async () => {
  const guessed = await account();
  await login(guessed.email, PASSWORD);
  await sql`INSERT INTO logins (user_id, at, method, outcome)
    SELECT ${guessed.id}::bigint, ${new Date(platform.clock.now())}::timestamptz, 'password', 'wrongPassword'
    FROM generate_series(1, 1010)`.execute(platform.db);
  await forgetTries(platform);
  expect(await outcomesOf(guessed.id)).toEqual({ success: 1, wrongPassword: 1000 });
  platform.clock.advance(401 * DAY);
  await forgetTries(platform);
  expect(await outcomesOf(guessed.id)).toEqual({});
});
