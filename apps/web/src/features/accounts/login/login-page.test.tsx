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

const WHERE = '/login?from=%2FplatformPro%2FdevOps%2Fwarning%3Fstate%3Dall';

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
    expect(location()).toBe('/platformPro/devOps/warning?state=all');
    expect(inputs('login')).toEqual([
      { body: { account: 'ana@sunny.example', password: 'secret', remember: true } },
    ]);
    expect(localStorage.getItem('sunfleet.session')).not.toBeNull();
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
