import { afterAll, describe, expect, test } from 'vitest';
import { newAddress } from '../../../test/api-kit.ts';
import { newEmail, openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { takeCode } from './index.ts';
import { CODE_MS, RESEND_MS, sendCode } from './send-code.ts';
import { CODE_TRIES, CODE_TRIES_IN_ALL } from './take-code.ts';

const platform = await testPlatform();
const { post, codeFor, messagesTo, account } = await openAccounts(platform);
afterAll(() => platform.stop());

const send = (body: object, options: { address?: string; language?: string } = {}) =>
  post('/ups/user/sendValidateCode', body, options);
const check = (body: object, options: { address?: string } = {}) =>
  post('/ups/user/checkValidateCode', body, options);
const keptHash = async (target: string) =>
  (
    await platform.db
      .selectFrom('verificationCodes')
      .select('codeHash')
      .where('target', '=', target)
      .executeTakeFirstOrThrow()
  ).codeHash.toString();
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('sendValidateCode', () => {
  test('sends six digits by mail or SMS and keeps no more than a hash of them', async () => {
    const email = newEmail();
    const { data } = await send({ email: email.toUpperCase(), validateType: 'register' });
    expect(data).toEqual({ resendAfterSeconds: 60, validForSeconds: 600, delivery: 'outbox' });
    await send({ mobile: '+49 (30) 555-0100', validateType: 'register' }, { language: 'de-DE' });
    const [mail] = await messagesTo(email);
    const [sms] = await messagesTo('+49305550100');
    expect(mail).toMatchObject({
      channel: 'mail',
      template: 'register',
      language: 'en-US',
      state: 'waiting',
    });
    expect(sms).toMatchObject({ channel: 'sms', language: 'de-DE' });
    const code = /\d{6}/.exec(mail!.body)![0];
    expect(mail!.subject).not.toContain(code);
    expect(await keptHash(email)).toMatch(/^\$argon2id\$/);
  });

  test('an account is written to in its own language', async () => {
    const { email } = await account({ language: 'pl-PL' });
    await send({ email, validateType: 'login' });
    expect((await messagesTo(email))[0]!.language).toBe('pl-PL');
  });

  test.each(['login', 'resetPassword', 'cancelAccount'])(
    'nobody is told whether there is an account, by answer or by work: %s',
    async (validateType) => {
      const { email } = await account();
      const unknown = newEmail();
      const [known, nobody] = [
        await send({ email, validateType }),
        await send({ email: unknown, validateType }),
      ];
      expect(nobody).toEqual(known);
      expect(await keptHash(unknown)).toMatch(/^\$argon2id\$/);
      expect(await messagesTo(unknown)).toEqual([]);
      expect(await messagesTo(email)).toHaveLength(1);
      const [again, nobodyAgain] = [
        await send({ email, validateType }),
        await send({ email: unknown, validateType }),
      ];
      expect(again.error).toBe('codeTooSoon');
      expect(nobodyAgain).toEqual(again);
      const tried = { validateType, validateCode: 'abcdef' };
      expect(await check({ ...tried, email: unknown })).toEqual(await check({ ...tried, email }));
    },
  );

  test('the same is done for a contact of nobody, so that its time tells nothing', async () => {
    const done = async (email: string) => {
      const steps: string[] = [];
      const db = platform.db.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind !== 'RawNode') steps.push(node.kind);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const contact = { target: email, channel: 'mail' } as const;
      const request = {
        contact,
        purpose: 'resetPassword',
        language: 'en-US',
        address: newAddress(),
      } as const;
      await sendCode({ ...platform, db }, request);
      return steps;
    };
    const known = await done((await account()).email);
    expect(known).toContain('InsertQueryNode');
    expect(await done(newEmail())).toEqual(known);
  });

  test('sends another after sixty seconds; the one before is worth nothing then', async () => {
    const email = newEmail();
    const first = await codeFor({ email }, 'register');
    platform.clock.advance(RESEND_MS - 20_000);
    const early = await send({ email, validateType: 'register' });
    expect(early).toMatchObject({ error: 'codeTooSoon', msg: expect.stringContaining('in 20 s') });
    expect((await send({ email, validateType: 'changeContact' })).code).toBe(200);
    platform.clock.advance(20_000);
    const second = await codeFor({ email }, 'register');
    if (first !== second) {
      expect((await check({ email, validateCode: first })).error).toBe('wrongCode');
    }
    expect((await check({ email, validateCode: second })).data).toEqual({ valid: true });
  });

  test('of two requests at the same moment one is too soon', async () => {
    const email = newEmail();
    const answers = await Promise.all([1, 2].map(() => send({ email, validateType: 'register' })));
    expect(answers.map((answer) => answer.error ?? 'sent').toSorted()).toEqual(['codeTooSoon', 'sent']);
    expect(await messagesTo(email)).toHaveLength(1);
  });

  test('one network asks for ten codes a day to one contact, and keeps nobody elsewhere from asking', async () => {
    const email = newEmail();
    const { db, clock } = platform;
    const network = '2001:db8:aa:1::/64';
    const past = { subject: `to ${email} from ${network}`, at: new Date(clock.now() - RESEND_MS) };
    await db
      .insertInto('codeRequests')
      .values(Array.from({ length: 9 }, () => past))
      .execute();
    const from = (host: number) => ({ address: `2001:db8:aa:1::${host}` });
    expect((await send({ email, validateType: 'login' }, from(1))).code).toBe(200);
    clock.advance(RESEND_MS);
    for (const validateType of ['resetPassword', 'login'])
      expect((await send({ email, validateType }, from(2))).error).toBe('tooManyRequests');
    expect((await send({ email: newEmail(), validateType: 'login' }, from(2))).code).toBe(200);
    expect((await send({ email, validateType: 'login' })).code).toBe(200);
    clock.advance(86_400_000);
    expect((await send({ email, validateType: 'login' }, from(3))).code).toBe(200);
  });

  test.each(['register', 'login'])(
    'twenty codes a day go to one contact for strangers, whoever asks: %s',
    async (validateType) => {
      const email = newEmail();
      for (let sent = 0; sent < 20; sent += 1) {
        expect((await send({ email, validateType })).code).toBe(200);
        platform.clock.advance(RESEND_MS);
      }
      expect((await send({ email, validateType })).error).toBe('tooManyRequests');
      const other = validateType === 'login' ? 'register' : 'resetPassword';
      expect((await send({ email, validateType: other })).code).toBe(200);
      platform.clock.advance(86_400_000);
      expect((await send({ email, validateType })).code).toBe(200);
    },
  );

  test('forgotten passwords of a network leave those who register there their codes, and each kind has a bound', async () => {
    const { db, clock } = platform;
    const address = newAddress();
    const asked = (subject: string) => ({ subject, at: new Date(clock.now()) });
    const ofNetwork = Array.from({ length: 30 }, () => asked(`from ${address}`));
    await db.insertInto('codeRequests').values(ofNetwork).execute();
    for (const validateType of ['login', 'resetPassword'])
      expect((await send({ email: newEmail(), validateType }, { address })).error).toBe('tooManyRequests');
    const register = { email: newEmail(), validateType: 'register' };
    expect((await send(register, { address })).code).toBe(200);
    const more = Array.from({ length: 29 }, () => asked(`from ${address} to register`));
    await db.insertInto('codeRequests').values(more).execute();
    expect((await send({ ...register, email: newEmail() }, { address })).error).toBe('tooManyRequests');
  });

  test('strangers who ask for all codes of a day leave those of a network that the account knows', async () => {
    const { email } = await account();
    const home = { address: newAddress() };
    expect((await post('/ups/user/login', { account: email, password: PASSWORD }, home)).code).toBe(200);
    const at = new Date(platform.clock.now());
    const asked = Array.from({ length: 20 }, () => ({ subject: `to ${email}`, at }));
    await platform.db.insertInto('codeRequests').values(asked).execute();
    expect((await send({ email, validateType: 'login' })).error).toBe('tooManyRequests');
    for (const validateType of ['login', 'resetPassword'])
      expect((await send({ email, validateType }, home)).code).toBe(200);
    const known = Array.from({ length: 8 }, () => ({ subject: `to ${email} from known networks`, at }));
    await platform.db.insertInto('codeRequests').values(known).execute();
    platform.clock.advance(RESEND_MS);
    expect((await send({ email, validateType: 'login' }, home)).error).toBe('tooManyRequests');
  });

  test.each(['+49 30 5550177', '0049 30 5550177', '49305550177'])(
    'the spelling of a phone number makes no other one of it: %s',
    async (mobile) => {
      const phone = '+49305550177';
      platform.clock.advance(RESEND_MS);
      const before = (await messagesTo(phone)).length;
      expect((await send({ mobile, validateType: 'register' })).code).toBe(200);
      expect(await messagesTo(phone)).toHaveLength(before + 1);
      expect((await send({ mobile: phone, validateType: 'register' })).error).toBe('codeTooSoon');
    },
  );

  test('thirty codes an hour are asked for from one address, however they are spread', async () => {
    const address = newAddress();
    const { db, clock } = platform;
    const at = new Date(clock.now() - 30_000);
    const past = Array.from({ length: 28 }, () => ({ subject: `from ${address}`, at }));
    await db.insertInto('codeRequests').values(past).execute();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send({ email: newEmail(), validateType: 'login' }, { address })),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(2);
    expect(answers.filter((answer) => answer.error === 'tooManyRequests')).toHaveLength(3);
    expect((await send({ email: newEmail(), validateType: 'login' })).code).toBe(200);
    clock.advance(3_600_000);
    expect((await send({ email: newEmail(), validateType: 'login' }, { address })).code).toBe(200);
  });

  test('codes that are over and requests of another day are forgotten, also while many ask', async () => {
    const emails = Array.from({ length: 12 }, newEmail);
    const all = () => Promise.all(emails.map((email) => send({ email, validateType: 'register' })));
    await all();
    platform.clock.advance(86_400_000);
    expect((await all()).map((answer) => answer.code)).toEqual(emails.map(() => 200));
    await send({ email: newEmail(), validateType: 'register' });
    const { db, clock } = platform;
    const over = db
      .selectFrom('verificationCodes')
      .select('target')
      .where('expiresAt', '<=', new Date(clock.now()));
    expect(await over.execute()).toEqual([]);
    const old = new Date(clock.now() - 86_400_000);
    expect(await db.selectFrom('codeRequests').select('at').where('at', '<=', old).execute()).toEqual([]);
  });

  test.each([
    [{}, 'body.email', 'Enter an e-mail address or a phone number; both cannot be empty.'],
    [{ email: 'nobody' }, 'body.email', 'Enter a valid e-mail address, such as name@example.com.'],
    [
      { mobile: '12' },
      'body.mobile',
      'Enter a valid phone number with its country code, such as +49 30 123456.',
    ],
  ])('refuses %o', async (contact, path, message) => {
    const answer = await send({ ...contact, validateType: 'register' });
    expect(answer).toMatchObject({ error: 'invalidInput', fields: [{ path, message }] });
  });

  test('refuses a purpose that does not exist', async () => {
    const answer = await send({ email: newEmail(), validateType: 'fun' });
    expect(answer.fields?.[0]?.path).toBe('body.validateType');
  });
});

describe('checkValidateCode', () => {
  test('tells whether a code is right, for its purpose and contact alone, and does not use it up', async () => {
    const email = newEmail();
    const code = await codeFor({ email }, 'register');
    expect((await check({ email, validateCode: ` ${code} ` })).data).toEqual({ valid: true });
    expect((await check({ email, validateCode: code, validateType: 'changeContact' })).error).toBe(
      'codeExpired',
    );
    expect((await check({ email: newEmail(), validateCode: code })).error).toBe('codeExpired');
    expect((await check({ email, validateCode: code })).data).toEqual({ valid: true });
    expect((await check({ email, validateCode: ' ' })).fields).toEqual([
      { path: 'body.validateCode', message: 'Enter the verification code.' },
    ]);
  });

  test('a code is over after ten minutes', async () => {
    const email = newEmail();
    const code = await codeFor({ email }, 'register');
    platform.clock.advance(CODE_MS - 1);
    expect((await check({ email, validateCode: code })).code).toBe(200);
    platform.clock.advance(1);
    expect((await check({ email, validateCode: code })).error).toBe('codeExpired');
  });

  test('five tries from a network, also of those made at the same moment; then the right one is worth nothing', async () => {
    const email = newEmail();
    const code = await codeFor({ email }, 'register');
    const from = { address: newAddress() };
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => check({ email, validateCode: wrong(code) }, from)),
    );
    const left = answers.filter((answer) => answer.error === 'wrongCode').map((answer) => answer.msg);
    expect(left).toHaveLength(CODE_TRIES);
    expect(left.toSorted()[4]).toBe('The verification code is wrong. Remaining tries: 4.');
    expect((await check({ email, validateCode: code }, from)).error).toBe('codeExpired');
  });

  test('wrong guesses from elsewhere leave a code good, twenty of them in all', async () => {
    const email = newEmail();
    const code = await codeFor({ email }, 'register');
    const guess = (address: string) => check({ email, validateCode: wrong(code) }, { address });
    const strangers = ['203.0.113.1', '203.0.113.2', '2001:db8:bb:1::1'];
    for (const stranger of strangers)
      for (let tries = 0; tries < CODE_TRIES; tries += 1)
        expect((await guess(stranger)).error).toBe('wrongCode');
    for (const stranger of [...strangers, '2001:db8:bb:1::2'])
      expect((await guess(stranger)).error).toBe('codeExpired');
    expect((await check({ email, validateCode: code }, { address: '203.0.113.3' })).code).toBe(200);
    const spent = strangers.length * CODE_TRIES + 1;
    for (let tries = spent; tries < CODE_TRIES_IN_ALL; tries += 1) {
      const { msg } = await check({ email, validateCode: wrong(code) });
      expect(msg).toContain(`tries: ${CODE_TRIES_IN_ALL - tries - 1}.`);
    }
    expect((await check({ email, validateCode: code })).error).toBe('codeExpired');
  });

  test('a new code can be tried again where the one before could not', async () => {
    const email = newEmail();
    const from = { address: newAddress() };
    await codeFor({ email }, 'register');
    for (let tries = 0; tries <= CODE_TRIES; tries += 1) await check({ email, validateCode: 'abcdef' }, from);
    platform.clock.advance(RESEND_MS);
    const code = await codeFor({ email }, 'register');
    expect((await check({ email, validateCode: code }, from)).code).toBe(200);
  });
});

describe('takeCode', () => {
  const attemptOf = (target: string, code: string) =>
    ({ target, purpose: 'changeContact', code, address: null, now: platform.clock.now() }) as const;

  test('does the work and uses the code up, once', async () => {
    const email = newEmail();
    const code = await codeFor({ email }, 'changeContact');
    const attempt = attemptOf(email, code);
    const works = await Promise.allSettled(
      [1, 2, 3].map((n) => takeCode(platform.db, attempt, () => Promise.resolve(n))),
    );
    expect(works.filter((work) => work.status === 'fulfilled')).toHaveLength(1);
    const refused = works.flatMap((work) => (work.status === 'rejected' ? [work.reason.key] : []));
    expect(refused).toEqual(['codeExpired', 'codeExpired']);
  });

  test('leaves the code good where the work fails, and a wrong try counted', async () => {
    const email = newEmail();
    const code = await codeFor({ email }, 'changeContact');
    const attempt = attemptOf(email, code);
    const failing = takeCode(platform.db, attempt, () => Promise.reject(new Error('undone')));
    await expect(failing).rejects.toThrow('undone');
    const mistyped = takeCode(platform.db, { ...attempt, code: wrong(code) }, () => Promise.resolve());
    await expect(mistyped).rejects.toMatchObject({ key: 'wrongCode', values: { left: 3 } });
    expect(await takeCode(platform.db, attempt, () => Promise.resolve('done'))).toBe('done');
  });
});

describe('the text of the message', () => {
  const [bodies, states] = [
    async (email: string) => (await messagesTo(email)).map(({ body }) => body),
    async (email: string) => (await messagesTo(email)).map(({ state }) => state),
  ];

  test('loses a code that was used, and nothing else', async () => {
    const email = newEmail();
    const code = await codeFor({ email }, 'changeContact');
    await codeFor({ email }, 'register');
    const attempt = { target: email, purpose: 'changeContact', code, address: null } as const;
    await takeCode(platform.db, { ...attempt, now: platform.clock.now() }, () => Promise.resolve());
    const [used, other] = await bodies(email);
    expect(used).not.toContain(code);
    expect(used).toMatch(/^•{6} is your code to use this address/);
    expect(other).toMatch(/^\d{6} is your code to register/);
  });

  test('loses a code that was replaced, which is not sent any more', async () => {
    const email = newEmail();
    const first = await codeFor({ email }, 'register');
    platform.clock.advance(RESEND_MS);
    const second = await codeFor({ email }, 'register');
    const [before, now] = await bodies(email);
    expect(before).toContain('••••••');
    if (first !== second) expect(before).not.toContain(first);
    expect(now).toContain(second);
    expect(await states(email)).toEqual(['failed', 'waiting']);
  });
});
