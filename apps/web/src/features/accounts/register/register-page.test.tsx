import { ADDRESSES } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen } from '@testing-library/react';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintSession } from '../../../test/mint.ts';
import { renderPage, type RenderedPage } from '../../../test/render-page.tsx';
import { RegisterPage } from './register-page.tsx';

const invite = {
  organisation: 'Sunny',
  role: 'installer' as const,
  roleName: null,
  email: null,
  mobile: null,
  expiresAt: Date.UTC(2026, 11, 1, 12),
};

const open = (answers: Answers = {}, at = '/register', role: 'owner' | null = null) =>
  renderPage(
    [
      {
        path: '/register',
        element: (
          <>
            <Link to="/register?invite=ABC">invited</Link>
            <RegisterPage />
          </>
        ),
      },
      { path: '*', element: <p>elsewhere</p> },
    ],
    {
      answers: {
        listNodes: [],
        legalVersions: { agreementVersion: 'a1', privacyVersion: 'p1' },
        register: mintSession(),
        previewInvite: invite,
        ...answers,
      },
      at,
      role,
    },
  );

async function fillPerson({ user }: RenderedPage) {
  await user.type(await screen.findByLabelText('Name'), 'New owner');
  await user.type(screen.getByLabelText('E-mail or phone'), 'new@owner.example');
  await user.type(screen.getByLabelText('Verification code'), '123456');
  await user.type(screen.getByLabelText('New password'), 'Sunny1day');
  await user.type(screen.getByLabelText('Repeat the new password'), 'Sunny1day');
  await user.click(screen.getByRole('checkbox'));
}

const send = ({ user }: RenderedPage) => user.click(screen.getByRole('button', { name: 'Create account' }));

test('a personal account is made with the accepted versions, and the first steps follow', async () => {
  const page = await open();
  await fillPerson(page);
  await send(page);
  await screen.findByText('elsewhere');
  expect(page.location()).toBe(ADDRESSES.welcome);
  expect(page.inputs('register')).toEqual([
    {
      body: {
        email: 'new@owner.example',
        validateCode: '123456',
        password: 'Sunny1day',
        name: 'New owner',
        userName: null,
        accountType: 'personal',
        language: 'en-US',
        agreementVersion: 'a1',
        privacyVersion: 'p1',
      },
    },
  ]);
});

test('what is missing is said at each field, and nothing is sent', async () => {
  const page = await open();
  await screen.findByLabelText('Name');
  await send(page);
  const wrong = document.querySelectorAll('[aria-invalid="true"]');
  expect([...wrong].map((field) => (field as HTMLInputElement).type)).toEqual([
    'text',
    'text',
    'text',
    'password',
    'checkbox',
  ]);
  expect(page.inputs('register')).toEqual([]);
  await expectAccessible();
});

test('the rule of the password is ticked off while it is typed', async () => {
  const { user } = await open();
  const kept = () => document.querySelectorAll('[data-kept="true"]').length;
  await user.type(await screen.findByLabelText('New password'), 'sun1');
  expect(kept()).toBe(2);
  await user.type(screen.getByLabelText('New password'), 'NYday');
  expect(kept()).toBe(4);
});

test('a professional account founds its organisation', async () => {
  const page = await open();
  await page.user.click(await screen.findByRole('radio', { name: /^Professional/ }));
  await page.user.type(screen.getByLabelText('Name of the organisation'), 'Sunny');
  await page.user.selectOptions(screen.getByLabelText('Country (optional)'), 'Spain');
  await page.user.type(screen.getByLabelText(/^Code of the superior/), 'TOP');
  await fillPerson(page);
  await send(page);
  await screen.findByText('elsewhere');
  expect(page.inputs('register')[0]!.body).toMatchObject({
    accountType: 'professional',
    organization: { name: 'Sunny', type: 'enterprise', businessType: null, area: 'ES', taxId: null },
    superiorCode: 'TOP',
  });
});

test('an invitation says who invites, and is sent along', async () => {
  const page = await open({}, '/register?invite=ABC');
  expect(await screen.findByText(/^Sunny invites you as Installer/)).toBeDefined();
  await fillPerson(page);
  await send(page);
  await screen.findByText('elsewhere');
  expect(page.inputs('register')[0]!.body).toMatchObject({ accountType: 'professional', inviteCode: 'ABC' });
});

test('the link of an invitation counts in a tab that shows the registration already', async () => {
  const { user } = await open();
  await user.type(await screen.findByLabelText('Name'), 'New');
  await user.click(screen.getByRole('link', { name: 'invited' }));
  expect(await screen.findByText(/^Sunny invites you as Installer/)).toBeDefined();
});

test('who has an account already takes the invitation along to the login', async () => {
  await open({}, '/register?invite=ABC');
  const signIn = await screen.findByRole('link', { name: 'I have an account: sign in' });
  expect(signIn.getAttribute('href')).toBe('/login?from=%2Fjoin%3Fcode%3DABC');
});

test('a refusal stands at its field, and what was typed stays, also after a reload, but no secret', async () => {
  const fields = [{ path: 'body.userName', message: 'This name is taken.' }];
  const refused = new CallError('refused', { code: 40000, error: 'invalidInput', fields });
  const page = await open({ register: refused });
  await fillPerson(page);
  await page.user.type(screen.getByLabelText('User name (optional)'), 'ana');
  await send(page);
  expect(await screen.findByText('This name is taken.')).toBeDefined();
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'Sunny1day');
  page.unmount();
  await open();
  expect(await screen.findByLabelText('User name (optional)')).toHaveProperty('value', 'ana');
  expect(screen.getByLabelText('New password')).toHaveProperty('value', '');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Sunny1day');
});

test('who is signed in joins instead', async () => {
  const { location } = await open({}, '/register?invite=A%2FB', 'owner');
  await screen.findByText('elsewhere');
  expect(location()).toBe('/join?code=A%2FB');
});

test('has no accessibility violations with an organisation', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('radio', { name: /^Professional/ }));
  await expectAccessible();
});
