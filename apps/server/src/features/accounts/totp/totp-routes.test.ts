import { routes } from '@sunfleet/contract';
import { generateSync } from 'otplib';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../../test/accounts-kit.ts';
import { newAddress } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { waitingForLocks } from '../../../../test/waiting-for-locks.ts';
import { takeFactorTry } from './check-factor.ts';

const platform = await testPlatform();
const { server, call, person, auditOf } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const codeOf = (secret: string, shift = 0) =>
  generateSync({ secret, epoch: Math.floor((platform.clock.now() + shift) / 1000) });
const wrongCodeOf = (secret: string) =>
  String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0');
const start = (me: SignedIn, password = PASSWORD) =>
  call('/ups/user/totp/start', { body: { password }, bearer: me.token });
const confirm = (me: SignedIn, code: string) =>
  call('/ups/user/totp/confirm', { body: { code }, bearer: me.token });
const disable = (me: SignedIn, password = PASSWORD) =>
  call('/ups/user/totp/disable', { body: { password }, bearer: me.token });
const security = async (me: SignedIn) => (await call('/ups/user/security', { bearer: me.token })).data;

async function protectedPerson() {
  const me = await person();
  const { secret } = (await start(me)).data;
  const { recoveryCodes } = (await confirm(me, codeOf(secret))).data as { recoveryCodes: string[] };
  platform.clock.advance(30_000);
  return { me, secret: secret as string, recoveryCodes };
}

async function ticketFor({ email }: SignedIn): Promise<string> {
  const { data } = await call('/ups/user/login', { body: { account: email, password: PASSWORD } });
  return data.secondFactor.ticket;
}

const finish = (ticket: string, code: string, address?: string) =>
  call('/ups/user/secondFactor', {
    body: { ticket, code, remember: true },
    ...(address && { address }),
  });

describe('turning it on and off', () => {
  test('start needs the password and keeps the secret sealed; nothing counts before a code', async () => {
    const me = await person();
    expect((await start(me, 'Wrong-Horse-1')).error).toBe('wrongPassword');
    expect((await call('/ups/user/totp/start', { body: { password: PASSWORD } })).code).toBe(401);
    expect((await call('/ups/user/totp/start', { body: {}, bearer: me.token })).error).toBe('invalidInput');
    const { data } = await start(me);
    expect(data.uri).toContain(`secret=${data.secret}`);
    const row = await platform.db
      .selectFrom('users')
      .select(['totpSecret', 'totpConfirmedAt'])
      .where('id', '=', me.id)
      .executeTakeFirstOrThrow();
    expect(row.totpSecret?.toString('latin1')).not.toContain(data.secret);
    expect(row.totpConfirmedAt).toBeNull();
    const login = await call('/ups/user/login', { body: { account: me.email, password: PASSWORD } });
    expect(login.data.token).toBeTypeOf('string');
    expect(await security(me)).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
  });

  test('five wrong passwords lock the question for ten minutes', async () => {
    const me = await person();
    const address = '198.51.100.9';
    const ask = (password: string) =>
      call('/ups/user/totp/start', { body: { password }, bearer: me.token, address });
    for (let n = 0; n < 5; n += 1) expect((await ask('Wrong-Horse-1')).error).toBe('wrongPassword');
    expect((await ask(PASSWORD)).error).toBe('accountLocked');
  });

  test('a first code turns it on and brings ten recovery codes, of which hashes are kept', async () => {
    const me = await person();
    expect((await confirm(me, '123456')).error).toBe('wrongCode');
    const { secret } = (await start(me)).data;
    const wrong = await confirm(me, wrongCodeOf(secret));
    expect(wrong).toMatchObject({ error: 'wrongCode', code: 40010 });
    const { data } = await confirm(me, codeOf(secret));
    expect(data.recoveryCodes).toHaveLength(10);
    expect(new Set(data.recoveryCodes).size).toBe(10);
    expect(data.recoveryCodes[0]).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    expect(await security(me)).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
    const stored = await platform.db
      .selectFrom('recoveryCodes')
      .selectAll()
      .where('userId', '=', me.id)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(data.recoveryCodes[0]);
    expect((await start(me)).error).toBe('secondFactorAlreadyOn');
    expect((await confirm(me, codeOf(secret))).error).toBe('secondFactorAlreadyOn');
    const actions = (await auditOf(me.id)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['accounts.startTotp', 'accounts.confirmTotp']));
  });

  test('wrong first codes are counted', async () => {
    const me = await person();
    const { secret } = (await start(me)).data;
    for (let n = 0; n < 5; n += 1) expect((await confirm(me, wrongCodeOf(secret))).error).toBe('wrongCode');
    expect((await confirm(me, codeOf(secret))).error).toBe('accountLocked');
  });

  test('a secret that goes with the password while its first code is checked is not confirmed', async () => {
    const me = await person();
    const { secret } = (await start(me)).data;
    const change = await platform.pool.connect();
    await change.query('BEGIN');
    await change.query('UPDATE users SET totp_secret = NULL WHERE id = $1', [me.id]);
    const confirmed = confirm(me, codeOf(secret));
    await vi.waitUntil(async () => (await waitingForLocks(platform)) === 1);
    await change.query('COMMIT');
    change.release();
    expect((await confirmed).error).toBe('wrongCode');
    expect((await call('/ups/user/login', { body: { account: me.email, password: PASSWORD } })).code).toBe(
      200,
    );
    const row = platform.db.selectFrom('users').select('totpConfirmedAt').where('id', '=', me.id);
    expect(await row.executeTakeFirst()).toEqual({ totpConfirmedAt: null });
  });

  test('off needs the password and forgets everything of it', async () => {
    const { me } = await protectedPerson();
    expect((await disable(me, 'Wrong-Horse-1')).error).toBe('wrongPassword');
    expect((await disable(me)).code).toBe(200);
    expect(await security(me)).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
    const login = await call('/ups/user/login', { body: { account: me.email, password: PASSWORD } });
    expect(login.data.token).toBeTypeOf('string');
  });
});

describe('logging in with it', () => {
  test('the password brings a ticket and no session; the code brings the session, once', async () => {
    const { me, secret } = await protectedPerson();
    const ticket = await ticketFor(me);
    const code = codeOf(secret);
    const { data } = await finish(ticket, code);
    expect(data.account.id).toBe(me.id);
    expect((await call('/ups/user/personalInfo', { bearer: data.token })).code).toBe(200);
    expect((await finish(ticket, code)).error).toBe('secondFactorExpired');
    expect((await finish(await ticketFor(me), code)).error).toBe('wrongCode');
    const logins = await call('/ups/user/logins', { bearer: me.token });
    expect(logins.data.rows.map((row: { outcome: string }) => row.outcome).toSorted()).toEqual([
      'secondFactorAsked',
      'secondFactorAsked',
      'success',
      'wrongCode',
    ]);
  });

  test('of two who use one code at the same moment one gets in', async () => {
    const { me, secret } = await protectedPerson();
    const tickets = [await ticketFor(me), await ticketFor(me)];
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, codeOf(secret))));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  test('a recovery code is good once, in any spelling', async () => {
    const { me, recoveryCodes } = await protectedPerson();
    const code = recoveryCodes[3]!.toUpperCase().replaceAll('-', ' ');
    expect((await finish(await ticketFor(me), code)).code).toBe(200);
    expect((await finish(await ticketFor(me), recoveryCodes[3]!)).error).toBe('wrongCode');
    expect(await security(me)).toMatchObject({ recoveryCodesLeft: 9 });
    const other = await protectedPerson();
    expect((await finish(await ticketFor(other.me), recoveryCodes[4]!)).error).toBe('wrongCode');
  });

  test('a recovery code is good even where the secret cannot be opened any more', async () => {
    const { me, recoveryCodes } = await protectedPerson();
    const totpSecret = Buffer.from('sealed with a key that was lost meanwhile');
    await platform.db.updateTable('users').set({ totpSecret }).where('id', '=', me.id).execute();
    expect((await finish(await ticketFor(me), recoveryCodes[0]!)).code).toBe(200);
  });

  test('a ticket is good for five tries; after them the account waits ten minutes', async () => {
    const { me, secret } = await protectedPerson();
    const ticket = await ticketFor(me);
    for (let left = 4; left >= 0; left -= 1) {
      const { error, msg } = await finish(ticket, wrongCodeOf(secret));
      expect(error).toBe('wrongCode');
      expect(msg).toContain(String(left));
    }
    expect((await finish(ticket, codeOf(secret))).error).toBe('secondFactorExpired');
    expect((await finish(await ticketFor(me), codeOf(secret))).error).toBe('accountLocked');
    platform.clock.advance(10 * 60_000 + 1);
    expect((await finish(await ticketFor(me), codeOf(secret))).code).toBe(200);
  });

  test('guessing codes gets slower and slower, and never keeps out the holder where they signed in before', async () => {
    const { me, secret } = await protectedPerson();
    const home = newAddress();
    expect((await finish(await ticketFor(me), codeOf(secret), home)).code).toBe(200);
    const guess = () =>
      takeFactorTry(platform, { userId: me.id, address: newAddress() }).then(
        () => 1,
        () => 0,
      );
    let tried = 0;
    const until = platform.clock.now() + 12 * 3_600_000;
    for (; platform.clock.now() < until; platform.clock.advance(5 * 60_000))
      tried += (await guess()) + (await guess()) + (await guess());
    // Twenty at first, then one in a quarter of an hour; five in ten minutes would be 200 and more.
    expect(tried).toBeGreaterThan(20);
    expect(tried).toBeLessThan(100);
    while (await guess());
    expect((await finish(await ticketFor(me), codeOf(secret))).error).toBe('accountLocked');
    expect((await finish(await ticketFor(me), codeOf(secret), home)).code).toBe(200);
  });

  test('a neighbour who uses up the tries of a network keeps nobody out who holds a ticket', async () => {
    const { me, secret } = await protectedPerson();
    const office = newAddress();
    for (let n = 0; n <= routes.secondFactor.ratePerMinute; n += 1)
      await finish('no such ticket', '123456', office);
    expect((await finish('no such ticket', '123456', office)).error).toBe('tooManyRequests');
    expect((await finish(await ticketFor(me), codeOf(secret), office)).code).toBe(200);
  });

  test('a ticket is over after five minutes, and an invented one never was', async () => {
    const { me, secret } = await protectedPerson();
    const ticket = await ticketFor(me);
    platform.clock.advance(5 * 60_000);
    expect((await finish(ticket, codeOf(secret))).error).toBe('secondFactorExpired');
    expect((await finish('no such ticket', codeOf(secret))).error).toBe('secondFactorExpired');
  });

  test('a password that is changed while it is checked brings no ticket, and signing out everywhere ends those there are', async () => {
    const { me, secret } = await protectedPerson();
    const ticket = await ticketFor(me);
    await call('/ups/user/sessions', { method: 'DELETE', bearer: me.token });
    expect((await finish(ticket, codeOf(secret))).error).toBe('secondFactorExpired');
    const change = await platform.pool.connect();
    await change.query('BEGIN');
    await change.query('UPDATE users SET password_hash = $1 WHERE id = $2', ['another one', me.id]);
    const asked = call('/ups/user/login', { body: { account: me.email, password: PASSWORD } });
    let answered = false;
    void asked.then(() => (answered = true));
    await vi.waitUntil(async () => answered || (await waitingForLocks(platform)) === 1);
    await change.query('COMMIT');
    change.release();
    expect((await asked).error).toBe('wrongCredentials');
  });

  test('who was locked in the meantime stays out', async () => {
    const { me, secret } = await protectedPerson();
    const ticket = await ticketFor(me);
    const lockedAt = new Date(platform.clock.now());
    await platform.db.updateTable('users').set({ lockedAt }).where('id', '=', me.id).execute();
    expect((await finish(ticket, codeOf(secret))).error).toBe('accountDisabled');
  });
});
