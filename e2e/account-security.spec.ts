import { ADDRESSES } from '@sunfleet/contract';
import { generateSync } from 'otplib';
import { afterAll, expect, test } from 'vitest';
import { openAccount, signIn, signOut, typePassword } from './harness/accounts.ts';
import { field, openPage } from './harness/browser.ts';
import { type Person, registerPerson } from './harness/people.ts';
import { ADMIN } from './harness/server.ts';
import { openStage } from './harness/stage.ts';

/** How an account is protected: second factor, passkeys, sessions, passwords that somebody else gave. */

const { server, browser, admin, close } = await openStage();
afterAll(close);

function newPerson(name: string): Person {
  const email = `${name.split(' ')[0]!.toLowerCase()}@example.test`;
  return { name, email, password: 'Sunny-1day' };
}

const STEP_MS = 30_000;

test('a second factor is turned on with an app, and then asked for; a recovery code replaces the app once', async () => {
  const person = await registerPerson(server, newPerson('Elisa Melo'));
  const { page, context, errors } = await openPage(browser);
  await signIn(page, server.url, person);
  await openAccount(page, server.url, 'security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await field(page, 'Current password').last().fill(person.password);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  const codeIn = (steps: number) =>
    generateSync({ secret, epoch: Math.floor((Date.now() + steps * STEP_MS) / 1000) });
  await field(page, 'Code of six digits').fill(codeIn(0));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  const recovery = await codes.first().innerText();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('Recovery codes left: 10').waitFor();

  await signOut(page);
  await typePassword(page, person);
  await page.getByRole('heading', { name: 'Second step' }).waitFor();
  await field(page, 'Code of six digits').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').waitFor();
  // The first code was used up. The server accepts the next one early, because clocks differ.
  await field(page, 'Code of six digits').fill(codeIn(1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Account of Elisa Melo' }).waitFor();

  await signOut(page);
  await typePassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await field(page, 'Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Account of Elisa Melo' }).waitFor();
  await openAccount(page, server.url, 'security');
  await page.getByText('Recovery codes left: 9').waitFor();
  expect(errors.filter((text) => !text.includes('status of 4'))).toEqual([]);
  await context.close();
});

test('a passkey of the device is added and signs in without a password', async () => {
  const person = await registerPerson(server, newPerson('Fabio Nunes'));
  // Passkeys need a host name; they do not work with an IP address.
  const url = server.url.replace('127.0.0.1', 'localhost');
  const { page, context, errors } = await openPage(browser);
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, url, person);
  await openAccount(page, url, 'security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await field(page, 'Name of the passkey').fill('Office laptop');
  await field(page, 'Current password').last().fill(person.password);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Office laptop', { exact: true }).waitFor();

  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Account of Fabio Nunes' }).waitFor();
  await openAccount(page, url, 'logins');
  await page.locator('[data-row]', { hasText: 'Passkey' }).waitFor();

  await openAccount(page, url, 'security');
  await page.getByRole('button', { name: 'Remove: Office laptop' }).click();
  await page.getByRole('tooltip').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No passkey yet.').waitFor();
  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('alert').waitFor();
  expect(errors.filter((text) => !text.includes('status of 4'))).toEqual([]);
  await context.close();
});

test('a session that was ended from another browser leads to the login at once', async () => {
  const person = await registerPerson(server, newPerson('Gil Prado'));
  const here = await openPage(browser);
  const there = await openPage(browser);
  await signIn(there.page, server.url, person);
  await there.page.goto(`${server.url}/#${ADDRESSES.stations}`);
  await there.page.getByRole('searchbox').first().waitFor();
  await signIn(here.page, server.url, person);
  await openAccount(here.page, server.url, 'sessions');
  await here.page.getByText('This session').waitFor();
  const others = here.page.getByRole('listitem').getByRole('button', { name: /^Sign out/ });
  const reloaded = there.page.waitForEvent('load');
  // The registration opened a session, too.
  expect(await others.count()).toBe(2);
  while ((await others.count()) > 0) {
    const left = await others.count();
    await others.first().click();
    await expect.poll(() => others.count()).toBe(left - 1);
  }

  await reloaded;
  await there.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await there.page.getByText('Your session is over.').waitFor();
  expect(there.page.url()).toContain('/login');
  await typePassword(there.page, person);
  await there.page.waitForURL('**/powerStation**');
  await openAccount(here.page, server.url, 'sessions');
  expect(await here.page.getByText('This session').count()).toBe(1);
  await Promise.all([here.context.close(), there.context.close()]);
});

test('a password that an administrator gave works once and must be changed before anything else', async () => {
  const person = newPerson('Helena Rios');
  const { id } = await admin('createOrganisation', {
    body: { name: 'Rios Solar', type: 'enterprise', parentId: null },
  });
  await registerPerson(server, person, { organisationId: id, role: 'organisationAdmin' });
  const office = await openPage(browser);
  await signIn(office.page, server.url, ADMIN);
  await office.page.goto(`${server.url}/#${ADDRESSES.organisations}`);
  await office.page.getByText('Rios Solar').first().click();
  await office.page.getByRole('button', { name: 'Actions for Helena Rios' }).click();
  await office.page.getByRole('menuitem', { name: 'Reset password' }).click();
  await office.page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  await office.page.getByText('Initial password of Helena Rios').waitFor();
  const given = (await office.page.getByRole('dialog').locator('code').innerText()).trim();
  expect(given).toMatch(/^\S{6}$/);
  await office.page.getByRole('button', { name: 'Done' }).click();

  const { page, context } = await openPage(browser);
  await page.goto(`${server.url}/#/login`);
  await typePassword(page, person);
  await page.getByRole('alert').waitFor();
  await typePassword(page, { ...person, password: given });
  const heading = page.getByRole('heading', { name: 'Choose your own password' });
  await heading.waitFor();
  for (const path of [ADDRESSES.stations, `${ADDRESSES.account}?tab=security`, '/']) {
    await page.goto(`${server.url}/#${path}`);
    await page.reload();
    await heading.waitFor();
  }
  const again = await openPage(browser);
  await again.page.goto(`${server.url}/#/login`);
  await typePassword(again.page, { ...person, password: given });
  await again.page.getByRole('alert').waitFor();

  await field(page, 'Current password').fill(given);
  await field(page, 'New password').fill('Windy-2days');
  await field(page, 'Repeat the new password').fill('Windy-2days');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL('**/powerStation**');
  await page.goto(`${server.url}/#${ADDRESSES.organisations}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await signOut(page);
  await signIn(page, server.url, { ...person, password: 'Windy-2days' });
  await Promise.all([office.context.close(), context.close(), again.context.close()]);
});
