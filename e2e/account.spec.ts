import { ADDRESSES } from '@sunfleet/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { newestCode, openAccount, passMinutes, signIn, signOut, typePassword } from './harness/accounts.ts';
import { field, openPage } from './harness/browser.ts';
import { callAs, registerPerson } from './harness/people.ts';
import { openStage } from './harness/stage.ts';

/** The life of an account: it is made, its password is forgotten, its type is switched, it is cancelled. */

const { server, browser, admin, close } = await openStage();
afterAll(close);

/** Asks for a code on the open page and types it. */
async function askAndTypeCode(page: Page, email: string, purpose: string) {
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(`Ask a platform administrator for the code for ${email}`).waitFor();
  await field(page, 'Verification code').fill(await newestCode(admin, email, purpose));
}

test('a personal account is registered by a code, and signs in by password and by code', async () => {
  const { page, context, errors } = await openPage(browser);
  const email = 'ana@example.test';
  await page.goto(`${server.url}/#/login`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('radio', { name: /^Personal/ }).check();
  await field(page, 'Name').fill('Ana Costa');
  await field(page, 'E-mail or phone').fill(email);
  await askAndTypeCode(page, email, 'register');
  const kept = page.getByRole('list', { name: 'What the password needs' }).locator('[data-kept="true"]');
  await field(page, 'New password').fill('sunny');
  expect(await kept.count()).toBe(1);
  await field(page, 'New password').fill('Sunny-1day');
  expect(await kept.count()).toBe(4);
  await field(page, 'Repeat the new password').fill('Sunny-1day');
  await page.getByRole('button', { name: 'Create account' }).click();
  const accept = page.getByRole('checkbox', { name: /I accept/ });
  expect(await accept.getAttribute('aria-invalid')).toBe('true');
  await accept.check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Welcome, Ana Costa', level: 1 }).waitFor();

  await signOut(page);
  await signIn(page, server.url, { email, password: 'Sunny-1day' });
  await signOut(page);
  await page.getByRole('tab', { name: 'With a code' }).click();
  await field(page, 'E-mail or phone').fill(email);
  await askAndTypeCode(page, email, 'login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Account of Ana Costa' }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test('a forgotten password is set anew by a code; wrong and expired codes are told and nothing is lost', async () => {
  const email = 'bento@example.test';
  await registerPerson(server, { email, name: 'Bento Reis', password: 'Cloudy-1day' });
  const { page, context } = await openPage(browser);
  await page.goto(`${server.url}/#/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await field(page, 'E-mail or phone').fill(email);
  await askAndTypeCode(page, email, 'resetPassword');
  const right = await field(page, 'Verification code').inputValue();
  await field(page, 'New password').fill('Sunny-2days');
  await field(page, 'Repeat the new password').fill('Sunny-2days');

  await field(page, 'Verification code').fill(right === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('The verification code is wrong. Remaining tries: 4.').waitFor();
  await passMinutes(server, 11);
  await field(page, 'Verification code').fill(right);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('The verification code is no longer valid. Ask for a new one.').waitFor();
  expect(await field(page, 'E-mail or phone').inputValue()).toBe(email);
  expect(await field(page, 'Verification code').inputValue()).toBe(right);
  expect(await field(page, 'New password').inputValue()).toBe('Sunny-2days');

  await page.reload();
  expect(await field(page, 'E-mail or phone').inputValue()).toBe(email);
  await askAndTypeCode(page, email, 'resetPassword');
  await field(page, 'New password').fill('Sunny-2days');
  await field(page, 'Repeat the new password').fill('Sunny-2days');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Your new password is set. Sign in with it.').waitFor();
  await typePassword(page, { email, password: 'Cloudy-1day' });
  await page.getByRole('alert').waitFor();
  expect(await field(page, 'E-mail, phone or user name').inputValue()).toBe(email);
  await typePassword(page, { email, password: 'Sunny-2days' });
  await page.getByRole('button', { name: 'Account of Bento Reis' }).waitFor();
  await context.close();
});

test('an account asks to be erased, says what becomes of its station, and takes it back', async () => {
  const person = { email: 'clara@example.test', name: 'Clara Vaz', password: 'Windy-1day' };
  await registerPerson(server, person);
  const own = await callAs(server, person);
  const station = { type: 'residential', capacityKw: 6, latitude: 38.7, longitude: -9.1 } as const;
  await own('createStation', { body: { name: 'Roof of Clara', ...station } });
  const { page, context, errors } = await openPage(browser);
  await signIn(page, server.url, person);
  await openAccount(page, server.url, 'cancellation');
  await page.getByRole('button', { name: 'Ask to erase my account' }).click();
  await page.getByText('Decide what becomes of this station.').waitFor();
  const fate = page.getByRole('group', { name: 'Roof of Clara' });
  await fate.getByRole('radio', { name: /^Delete/ }).check();
  await page.getByRole('checkbox', { name: /I understand/ }).check();
  await askAndTypeCode(page, person.email, 'cancelAccount');
  await page.getByRole('button', { name: 'Ask to erase my account' }).click();
  const banner = page.getByRole('alert').getByRole('button', { name: 'Keep my account' });
  await banner.waitFor();
  await page.goto(`${server.url}/#${ADDRESSES.stations}`);
  await page.locator('[data-row]', { hasText: 'Roof of Clara' }).waitFor();
  await banner.click();
  await banner.waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('[data-row]', { hasText: 'Roof of Clara' }).waitFor();
  expect(await banner.count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test('switching the account type asks for the password and a new login, and shows the other edition', async () => {
  const person = { email: 'davi@example.test', name: 'Davi Luz', password: 'Stormy-1day' };
  await registerPerson(server, person);
  const { page, context } = await openPage(browser);
  await signIn(page, server.url, person);
  await openAccount(page, server.url, 'type');
  await field(page, 'Name of the organisation').fill('Luz Solar');
  await field(page, 'Current password').fill('not this one');
  await page.getByRole('button', { name: 'Switch and sign in anew' }).click();
  await page.getByText(/password is wrong|password.*not right/i).waitFor();
  expect(await field(page, 'Name of the organisation').inputValue()).toBe('Luz Solar');
  await field(page, 'Current password').fill(person.password);
  await page.getByRole('button', { name: 'Switch and sign in anew' }).click();
  await page.getByText('Done. Sign in again to go on.').waitFor();
  await typePassword(page, person);
  await page.getByRole('button', { name: 'Account of Davi Luz' }).click();
  await page.getByText('Organisation administrator · Luz Solar').waitFor();
  await context.close();
});
