import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { newAddress } from '../../../test/api-kit.ts';
import { newEmail, openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeInvite, makeOrganisation, makeUser } from '../../../test/makers.ts';
import { limitSuperiorCodes } from './found-below.ts';

const platform = await testPlatform();
const { call, post, codeFor, login, account } = await openAccounts(platform);
afterAll(() => platform.stop());

const versions = (await call('/legal')).data as { agreementVersion: string; privacyVersion: string };

/** A registration that is right; `values` change it. The code is asked for where none is named. */
async function register(values: Record<string, unknown> = {}, language = 'en-US', address = newAddress()) {
  const email = newEmail();
  const contact = values['mobile'] ? { mobile: String(values['mobile']) } : { email };
  const body: Record<string, unknown> = {
    ...contact,
    name: 'Registered person',
    password: PASSWORD,
    accountType: 'personal',
    ...versions,
    ...values,
  };
  const target = body['mobile'] ? { mobile: String(body['mobile']) } : { email: String(body['email']) };
  const validateCode = values['validateCode'] ?? (await codeFor(target, 'register'));
  const answer = await post('/ups/organization/register', { ...body, validateCode }, { language, address });
  return { answer, email: String(body['email'] ?? ''), validateCode };
}

const organization = { name: 'Merchant of the test' };
const professional = { accountType: 'professional', organization };
const rowOf = (id: number) =>
  platform.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const organisationOf = (id: number) =>
  platform.db.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a personal account', () => {
  test('gets an organisation of its own, is the owner there, and is signed in', async () => {
    const { answer, email } = await register({ userName: `Name-${randomUUID().slice(0, 8)}` }, 'it-IT');
    const { account, token } = answer.data;
    expect(account).toMatchObject({ email, role: 'owner', accountType: 'personal', language: 'it-IT' });
    expect((await call('/ups/user/personalInfo', { bearer: token })).data.id).toBe(account.id);
    const own = await organisationOf(account.organisation.id);
    expect(own).toMatchObject({
      type: 'personal',
      kind: 'merchant',
      name: 'Registered person',
      parentId: null,
    });
    expect(own.code).toMatch(/^[A-Z2-9]{8}$/);
    expect((await login(account.userName, PASSWORD)).data.account.id).toBe(account.id);
  });

  test('by phone, in any spelling', async () => {
    const digits = String(Math.floor(Math.random() * 1e9)).padStart(9, '1');
    const mobile = `+4930${digits}`;
    const validateCode = await codeFor({ mobile }, 'register');
    const { answer } = await register({ mobile: `+49 30 ${digits}`, validateCode });
    expect(answer.data.account.mobile).toBe(mobile);
    expect((await login(mobile, PASSWORD)).code).toBe(200);
  });

  test('what was accepted, and when, is written down; so is the registration', async () => {
    const { answer } = await register();
    const { id } = answer.data.account;
    const row = await rowOf(id);
    expect(row).toMatchObject(versions);
    expect(row.agreedAt?.getTime()).toBe(platform.clock.now());
    const audit = await platform.db
      .selectFrom('auditLog')
      .selectAll()
      .where('userId', '=', id)
      .orderBy('id')
      .execute();
    expect(audit.map((entry) => entry.action)).toEqual([
      'accounts.register',
      'organisations.create',
      'accounts.login',
    ]);
    expect(JSON.stringify(audit)).not.toContain(PASSWORD);
    const logins = await platform.db.selectFrom('logins').selectAll().where('userId', '=', id).execute();
    expect(logins).toMatchObject([{ method: 'register', outcome: 'success' }]);
  });
});

describe('a professional account', () => {
  test('founds an organisation with all its details and administers it', async () => {
    const details = {
      ...organization,
      businessType: 'installation',
      area: 'de',
      taxId: 'DE1',
      bankName: 'Bank',
      bankAccount: 'X1',
    };
    const { answer } = await register({ ...professional, organization: details });
    const { account } = answer.data;
    expect(account).toMatchObject({ role: 'organisationAdmin', accountType: 'professional' });
    expect(await organisationOf(account.organisation.id)).toMatchObject({
      ...details,
      area: 'DE',
      type: 'enterprise',
      tie: 'tight',
      parentId: null,
    });
  });

  test('below a superior organisation it is a loose sub-merchant', async () => {
    const superior = await makeOrganisation(platform);
    const { answer } = await register({ ...professional, superiorCode: superior.code });
    const { id } = answer.data.account.organisation;
    expect(await organisationOf(id)).toMatchObject({
      parentId: superior.id,
      tie: 'loose',
      path: `/${superior.id}/${id}/`,
      scopePath: `/${id}/`,
    });
  });

  test('a personal organisation is superior to none', async () => {
    const { answer } = await register();
    const superiorCode = answer.data.account.organisation.code;
    expect((await register({ ...professional, superiorCode })).answer.error).toBe('organisationNotFound');
  });

  test('below an organisation that does not exist it is refused, and the code stays good', async () => {
    const first = await register({ ...professional, superiorCode: 'NOSUCHCODE' });
    expect(first.answer.error).toBe('organisationNotFound');
    const { validateCode, email } = first;
    const second = await register({ ...professional, validateCode, email });
    expect(second.answer.code).toBe(200);
  });

  test('joins by an invitation, with its role, as often as it may be used', async () => {
    const organisation = await makeOrganisation(platform);
    const { code } = await makeInvite(platform, { organisationId: organisation.id, role: 'installer' });
    const joining = { accountType: 'professional', inviteCode: code };
    const { answer } = await register(joining);
    expect(answer.data.account).toMatchObject({
      role: 'installer',
      organisation: { id: organisation.id, code: organisation.code },
    });
    expect((await register(joining)).answer.error).toBe('inviteNotFound');
  });

  test('an invitation for somebody, or one that is over, opens nothing to others', async () => {
    const email = newEmail();
    const named = await makeInvite(platform, { email });
    const over = await makeInvite(platform, { expiresAt: new Date(platform.clock.now()) });
    for (const inviteCode of [named.code, over.code, 'NOSUCHCODE']) {
      const { answer } = await register({ accountType: 'professional', inviteCode });
      expect(answer.error).toBe('inviteNotFound');
    }
    const { answer } = await register({ accountType: 'professional', inviteCode: named.code, email });
    expect(answer.data.account.organisation.id).toBe(named.organisationId);
  });

  test('names an organisation or an invitation', async () => {
    const { answer } = await register({ accountType: 'professional' });
    expect(answer.fields).toEqual([
      { path: 'body.organization', message: 'Enter the name of the merchant.' },
    ]);
  });
});

describe('a superior that is named by a guess', () => {
  const guess = (superiorCode: string, address = newAddress()) =>
    register({ ...professional, superiorCode }, 'en-US', address);

  test('is not found out by lists of codes: a network names ten in an hour, and the eleventh tells nothing', async () => {
    const [superior, address] = [await makeOrganisation(platform), newAddress()];
    const error = async (code: string) => (await guess(code, address)).answer.error;
    expect([await error('GUESS1'), await error('GUESS2')]).toEqual([
      'organisationNotFound',
      'organisationNotFound',
    ]);
    // Slower than the limit of the route by minute, which is not what is tested.
    for (let n = 2; n < 10; n += 1) await limitSuperiorCodes(platform, address);
    expect([await error(superior.code), await error('GUESS3')]).toEqual([
      'tooManyRequests',
      'tooManyRequests',
    ]);
    expect((await register(professional, 'en-US', address)).answer.code).toBe(200);
    expect((await guess(superior.code)).answer.code).toBe(200);
  });

  test('hears of each that stands below it, twenty on a day', async () => {
    const superior = await makeOrganisation(platform);
    const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId: superior.id });
    for (let n = 0; n < 20; n += 1) expect((await guess(superior.code)).answer.code).toBe(200);
    expect((await guess(superior.code)).answer.error).toBe('tooManyRequests');
    const told = await platform.db
      .selectFrom('outbox')
      .select(['template', 'body'])
      .where('recipient', '=', admin.email!)
      .execute();
    expect(told).toHaveLength(20);
    expect(told[0]).toMatchObject({
      template: 'subMerchantRegistered',
      body: expect.stringContaining(organization.name),
    });
  });
});

describe('refused', () => {
  test('without the agreement, or with an older one', async () => {
    const without = (await register({ agreementVersion: '' })).answer;
    expect(without.fields).toEqual([
      { path: 'body.agreementVersion', message: 'Accept the service agreement and the privacy policy.' },
    ]);
    expect((await register({ agreementVersion: '0.9' })).answer.error).toBe('agreementOutdated');
    expect((await register({ privacyVersion: '0.9' })).answer.error).toBe('agreementOutdated');
  });

  test('without a code that is right', async () => {
    const { answer, validateCode, email } = await register({ validateCode: 'abcdef' });
    expect([answer.error, validateCode]).toEqual(['codeExpired', 'abcdef']);
    await codeFor({ email }, 'register');
    expect((await register({ email, validateCode: 'abcdef' })).answer.error).toBe('wrongCode');
    const login = await codeFor({ email: (await account()).email }, 'login');
    expect((await register({ validateCode: login })).answer.error).toBe('codeExpired');
  });

  test('with a contact or user name that somebody has; the owner of the contact alone is told so', async () => {
    const userName = `name-${randomUUID().slice(0, 8)}`;
    const { email } = await account({ userName });
    expect((await register({ email, validateCode: '000000' })).answer.error).toBe('codeExpired');
    expect((await register({ email })).answer.error).toBe('accountTaken');
    const taken = await register({ userName: userName.toUpperCase() });
    expect(taken.answer).toMatchObject({ error: 'userNameTaken', msg: expect.stringContaining('NAME-') });
    const { validateCode } = taken;
    expect((await register({ email: taken.email, validateCode })).answer.code).toBe(200);
  });

  test('leaves nothing behind', async () => {
    const { email } = await account();
    const name = `Merchant ${randomUUID()}`;
    await register({ ...professional, organization: { name }, email });
    const founded = platform.db.selectFrom('organisations').select('id').where('name', '=', name);
    expect(await founded.execute()).toEqual([]);
  });

  test('of two registrations of one contact at the same moment one succeeds', async () => {
    const email = newEmail();
    const validateCode = await codeFor({ email }, 'register');
    const answers = await Promise.all([1, 2, 3].map(() => register({ email, validateCode })));
    expect(answers.filter(({ answer }) => answer.code === 200)).toHaveLength(1);
  });

  test.each([
    ['', 'Enter a password.'],
    ['Aa1', 'Use at least 8 characters, with upper and lower case letters and a digit.'],
    ['right-horse-1', 'Add an upper case letter.'],
    ['RIGHT-HORSE-1', 'Add a lower case letter.'],
    ['Right-Horse', 'Add a digit.'],
    [`Aa1${'x'.repeat(130)}`, 'Use at most 128 characters.'],
    ['Password1', 'This password is on lists that attackers try first. Choose another.'],
    ['TrustNo1', 'This password is on lists that attackers try first. Choose another.'],
  ])('with the password %s', async (password, message) => {
    const { answer } = await register({ password, validateCode: '000000' });
    expect(answer).toMatchObject({ error: 'invalidInput', fields: [{ path: 'body.password', message }] });
  });

  test.each([
    [{ name: ' ' }, 'body.name'],
    [{ name: '<b>' }, 'body.name'],
    [{ userName: 'a b' }, 'body.userName'],
    [{ userName: '12345' }, 'body.userName'],
    [{ accountType: 'other' }, 'body.accountType'],
    [{ language: 'xx-XX' }, 'body.language'],
    [{ ...professional, organization: { name: '' } }, 'body.organization.name'],
  ])('with %o', async (values, path) => {
    const { answer } = await register({ ...values, validateCode: '000000' });
    expect(answer.fields?.map((field: { path: string }) => field.path)).toEqual([path]);
  });
});
