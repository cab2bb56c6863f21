import { ADDRESSES } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { storedLanguage } from '../../../lib/i18n/languages.ts';
import { storedNode } from '../../../lib/node.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintSession } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { violations } from '../../../test/violations.ts';
import { LoginPage } from './login-page.tsx';

const WHERE = `${ADDRESSES.login}?from=${encodeURIComponent(`${ADDRESSES.alarms}?state=all`)}`;

const open = (answers: Answers = {}, options: { at?: string; language?: string } = {}) =>
  renderPage(
    [
      { path: '/login', element: <LoginPage /> },
      { path: '*', element: <p>inside</p> },
    ],
    {
      answers: { listNodes: [], ...answers },
      at: WHERE,
      role: null,
      ...options,
    },
  );

afterEach(() => {
  storedNode.set(undefined);
  storedLanguage.set(undefined);
});

describe('signing in', () => {
  test('leads back to where somebody wanted to be', async () => {
    const { user, inputs, location } = await open({ login: mintSession() });
    await user.type(await screen.findByLabelText('E-mail, phone or user name'), '  ana@sunny.example ');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await screen.findByText('inside');
    expect(location()).toBe(`${ADDRESSES.alarms}?state=all`);
    expect(inputs('login')).toEqual([
      { body: { account: 'ana@sunny.example', password: 'secret', remember: true } },
    ]);
    expect(localStorage.getItem('sunfleet.session')).not.toBeNull();
  });

  test('who has no account takes an invitation along to the registration', async () => {
    await open({}, { at: '/login?from=%2Fjoin%3Fcode%3DA%252FB' });
    const create = await screen.findByRole('link', { name: 'Create an account' });
    expect(create.getAttribute('href')).toBe('/register?invite=A%2FB');
  });

  test('is not kept on the device unless wanted', async () => {
    const { user, inputs } = await open({ login: mintSession() });
    await user.type(await screen.findByLabelText('E-mail, phone or user name'), 'ana');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('checkbox', { name: 'Stay signed in on this device' }));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText('inside');
    expect(inputs('login')[0]!.body.remember).toBe(false);
    expect(localStorage.getItem('sunfleet.session')).toBeNull();
  });

  test('a refusal is told in the server’s words, and what was typed stays', async () => {
    const refused = new CallError('refused', { code: 40020, message: 'Account or password is wrong.' });
    const { user } = await open({ login: refused });
    const account = await screen.findByLabelText('E-mail, phone or user name');
    await user.type(account, 'ana');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Account or password is wrong.');
    expect(account).toHaveProperty('value', 'ana');
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'wrong');
  });

  test('what is missing is said before anything is sent', async () => {
    const { user, inputs } = await open();
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    const account = screen.getByLabelText('E-mail, phone or user name');
    expect(account.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(account.getAttribute('aria-describedby')!)!.textContent).toContain(
      'Enter your',
    );
    expect(screen.getByText('Enter your password.')).toBeDefined();
    expect(inputs('login')).toEqual([]);
  });

  test('the account typed before a reload is still there', async () => {
    const { user, unmount } = await open();
    await user.type(await screen.findByLabelText('E-mail, phone or user name'), 'ana');
    unmount();
    await open();
    expect(await screen.findByLabelText('E-mail, phone or user name')).toHaveProperty('value', 'ana');
  });
});

test('a visitor gets in without an account, for this tab only', async () => {
  const { user } = await open({ visitor: mintSession() });
  await user.click(await screen.findByRole('button', { name: 'Look around as a visitor' }));
  await screen.findByText('inside');
  expect(localStorage.getItem('sunfleet.session')).toBeNull();
  expect(sessionStorage.getItem('sunfleet.session')).not.toBeNull();
});

test('says that the session is over', async () => {
  await open({}, { at: '/login?over=1' });
  expect((await screen.findByRole('status')).textContent).toContain('Your session is over');
});

test.each([
  ['again', 'Sign in again to go on.'],
  ['reset', 'Your new password is set.'],
])('says why a new login is asked for: %s', async (note, text) => {
  await open({}, { at: `/login?note=${note}` });
  expect((await screen.findByRole('status')).textContent).toContain(text);
});

describe('by a code', () => {
  const sent = { resendAfterSeconds: 60, validForSeconds: 600, delivery: 'sent' as const };
  const openCodes = async (answers: Answers = {}) => {
    const page = await open({ sendValidateCode: sent, ...answers });
    await page.user.click(await screen.findByRole('tab', { name: 'With a code' }));
    await screen.findByLabelText('E-mail or phone');
    return page;
  };

  test('the code is sent, counted down, and signs in', async () => {
    const { user, inputs } = await openCodes({ loginByCode: mintSession() });
    await user.type(screen.getByLabelText('E-mail or phone'), '+49 30 123456');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect((await screen.findByRole('status')).textContent).toBe(
      'If there is an account with +4930123456, a code is on its way there. It is valid for ten minutes.',
    );
    expect(screen.getByRole('button', { name: /^Again in \d+ s$/ })).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText('Verification code'), '12 34 56{Enter}');
    await screen.findByText('inside');
    expect(inputs('sendValidateCode')).toEqual([
      { body: { mobile: '+49 30 123456', validateType: 'login' } },
    ]);
    expect(inputs('loginByCode')).toEqual([
      { body: { mobile: '+49 30 123456', validateCode: '123456', remember: true } },
    ]);
  });

  test.each([
    [
      'a@b.example',
      /^This server sends no e-mail yet\. Ask a platform administrator for the code for a@b\.example/,
    ],
    [
      '0049 30 123456',
      /^This server sends no SMS yet\. Ask a platform administrator for the code for \+4930123456/,
    ],
  ])('nothing is promised where nothing is sent: %s', async (contact, text) => {
    const { user } = await openCodes({ sendValidateCode: { ...sent, delivery: 'outbox' } });
    await user.type(screen.getByLabelText('E-mail or phone'), contact);
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect((await screen.findByRole('status')).textContent).toMatch(text);
  });

  test('no code is sent to what is no address', async () => {
    const { user, inputs } = await openCodes();
    await user.type(screen.getByLabelText('E-mail or phone'), 'ana@');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(screen.getByLabelText('E-mail or phone').getAttribute('aria-invalid')).toBe('true');
    expect(inputs('sendValidateCode')).toEqual([]);
  });

  test('why no code was sent is told', async () => {
    const soon = new CallError('refused', { code: 42901, message: 'In 20 seconds again.' });
    const { user } = await openCodes({ sendValidateCode: soon });
    await user.type(screen.getByLabelText('E-mail or phone'), 'a@b.example');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect((await screen.findByRole('alert')).textContent).toBe('In 20 seconds again.');
  });

  test('is chosen by the arrow keys too, without violations', async () => {
    const { user, container } = await open();
    (await screen.findByRole('tab', { name: 'With password' })).focus();
    await user.keyboard('{ArrowRight}');
    await screen.findByLabelText('Verification code');
    expect(await violations(container)).toEqual([]);
  });
});

describe('a second factor', () => {
  const openFactor = async (answers: Answers = {}) => {
    const page = await open({ login: { secondFactor: { ticket: 'ticket-1' } }, ...answers });
    await page.user.type(await screen.findByLabelText('E-mail, phone or user name'), 'ana');
    await page.user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await screen.findByLabelText('Code of six digits');
    return page;
  };

  test('is asked for, and its code signs in', async () => {
    const { user, inputs, container } = await openFactor({ secondFactor: mintSession() });
    expect(await violations(container)).toEqual([]);
    const code = screen.getByLabelText('Code of six digits');
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    await user.type(code, '123456{Enter}');
    await screen.findByText('inside');
    expect(inputs('secondFactor')).toEqual([
      { body: { ticket: 'ticket-1', code: '123456', remember: true } },
    ]);
  });

  test('can be a recovery code; a refusal is told', async () => {
    const wrong = new CallError('refused', { code: 40010, message: 'The code is wrong.' });
    const { user, inputs } = await openFactor({ secondFactor: wrong });
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'a1b2-c3d4{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong.');
    expect(inputs('secondFactor')[0]!.body.code).toBe('a1b2-c3d4');
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    expect(screen.getByLabelText('E-mail, phone or user name')).toHaveProperty('value', '');
  });
});

describe('a passkey', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));

  test('is not offered where the browser has none', async () => {
    await open();
    await screen.findByLabelText('Password');
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  test('that was not given says so', async () => {
    Object.assign(globalThis, { PublicKeyCredential: () => undefined });
    const { user } = await open({ startPasskeyLogin: { ceremonyId: 'c', options: { challenge: 'AA' } } });
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No passkey was used.');
  });
});

test('the node of the browser’s region is chosen where none was, under the operator’s name', async () => {
  const node = {
    key: 'international' as const,
    url: 'https://x.example',
    current: true,
    name: null,
    countries: [],
  };
  const home = { ...node, key: 'europe' as const, url: 'https://eu.example', current: false, name: 'North' };
  await open({ listNodes: [node, { ...home, countries: ['US'] }] });
  await waitFor(() => expect(storedNode.get()).toBe('https://eu.example'));
  expect(screen.getByRole('option', { name: 'North' })).toHaveProperty('selected', true);
});

test('a node is chosen where there are several', async () => {
  const nodes = [
    { key: 'europe' as const, url: 'https://eu.example', current: true, name: null, countries: [] },
    { key: 'china' as const, url: 'https://cn.example', current: false, name: null, countries: [] },
  ];
  const { user } = await open({ listNodes: nodes });
  await user.selectOptions(await screen.findByLabelText('Data node'), 'China');
  expect(storedNode.get()).toBe('https://cn.example');
  await user.selectOptions(screen.getByLabelText('Data node'), 'Europe');
  expect(storedNode.get()).toBe('');
});

test('a node that was chosen and is none any more is left, also where a single one remains', async () => {
  storedNode.set('https://gone.example');
  await open({
    listNodes: [{ key: 'international', url: 'https://x.example', current: true, name: null, countries: [] }],
  });
  await waitFor(() => expect(storedNode.get()).toBe(''));
});

test('a single node is no choice', async () => {
  await open({
    listNodes: [{ key: 'international', url: 'https://x.example', current: true, name: null, countries: [] }],
  });
  await screen.findByLabelText('Password');
  expect(screen.queryByLabelText('Data node')).toBeNull();
});

test('the language is chosen here and kept', async () => {
  const { user } = await open();
  await user.selectOptions(await screen.findByLabelText('Language'), 'Deutsch');
  await waitFor(() => expect(storedLanguage.get()).toBe('de-DE'));
});

test.each(['en-US', 'de-DE', 'zh-CN'])('has no accessibility violations in %s', async (language) => {
  const { container } = await open({}, { language });
  await waitFor(() => expect(container.querySelector('form')).not.toBeNull());
  expect(await violations(container)).toEqual([]);
});
