import { ADDRESSES } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen, waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintAccount, mintSession } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { ForgetPasswordPage } from './forget-password-page.tsx';
import { MustChangePage } from './must-change-page.tsx';

const routes: RouteObject[] = [
  { path: '/forget_password', element: <ForgetPasswordPage /> },
  { path: '/change_password', element: <MustChangePage /> },
  { path: '*', element: <p>elsewhere</p> },
];

test('a code and a new password twice set the password, and the login follows', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    answers: { listNodes: [], resetPassword: null },
    at: '/forget_password',
    role: null,
  });
  await user.type(await screen.findByLabelText('E-mail or phone'), 'a@b.example');
  await user.type(screen.getByLabelText('Verification code'), '123456');
  await user.type(screen.getByLabelText('New password'), 'Sunny1day');
  await user.type(screen.getByLabelText('Repeat the new password'), 'other');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(screen.getByText('The two passwords are not the same.')).toBeDefined();
  expect(inputs('resetPassword')).toEqual([]);
  await expectAccessible();
  await user.clear(screen.getByLabelText('Repeat the new password'));
  await user.type(screen.getByLabelText('Repeat the new password'), 'Sunny1day{Enter}');
  await screen.findByText('elsewhere');
  expect(location()).toBe('/login?note=reset');
  expect(inputs('resetPassword')).toEqual([
    { body: { email: 'a@b.example', validateCode: '123456', password: 'Sunny1day' } },
  ]);
});

const given = mintSession({ account: mintAccount('owner', { mustChangePassword: true }) });

test('a given password is changed, then the way goes on to where it led', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    answers: { changePassword: null },
    at: `${ADDRESSES.changePassword}?from=${encodeURIComponent(`${ADDRESSES.station}?id=4`)}`,
    session: given,
  });
  await user.type(await screen.findByLabelText('Current password'), 'Given1234');
  await user.type(screen.getByLabelText('New password'), 'Given1234');
  await user.type(screen.getByLabelText('Repeat the new password'), 'Given1234{Enter}');
  expect(screen.getByText('The new password must differ from the old one.')).toBeDefined();
  expect(inputs('changePassword')).toEqual([]);
  await expectAccessible();
  for (const label of ['New password', 'Repeat the new password']) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), 'Sunny1day');
  }
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText('elsewhere');
  expect(location()).toBe(`${ADDRESSES.station}?id=4`);
  expect(inputs('changePassword')).toEqual([{ body: { oldPassword: 'Given1234', password: 'Sunny1day' } }]);
});

test('a wrong present password is told, and one can leave', async () => {
  const refused = new CallError('refused', { code: 40022, message: 'The password is wrong.' });
  const { user, location } = await renderPage(routes, {
    answers: { changePassword: refused, logout: null },
    at: '/change_password',
    session: given,
  });
  await user.type(await screen.findByLabelText('Current password'), 'wrong');
  await user.type(screen.getByLabelText('New password'), 'Sunny1day');
  await user.type(screen.getByLabelText('Repeat the new password'), 'Sunny1day{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong.');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(location()).toBe('/login'));
});

test('nobody else is kept there', async () => {
  const { location } = await renderPage(routes, { at: '/change_password', role: 'owner' });
  await screen.findByText('elsewhere');
  expect(location()).toBe('/');
});
