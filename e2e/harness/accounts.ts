import { ADDRESSES } from '@sunfleet/contract';
import type { Page } from 'playwright-core';
import type { Call } from '@sunfleet/api-client';
import { runSql } from './database.ts';
import type { Credentials } from './people.ts';
import type { RunningServer } from './server.ts';

/** The code of the newest message to a contact; mail is not set up, so its text is kept. */
export async function newestCode(admin: Call, to: string, template: string): Promise<string> {
  const { rows } = await admin('listOutbox', { query: { q: to } });
  const code = rows.find((row) => row.template === template)?.text.match(/\b\d{6}\b/)?.[0];
  if (!code) throw new Error(`No code for ${template} was sent to ${to}: ${JSON.stringify(rows)}`);
  return code;
}

/** Lets minutes pass for every code that was sent. */
export function passMinutes(server: RunningServer, minutes: number): Promise<void> {
  return runSql(
    server,
    `UPDATE verification_codes SET sent_at = sent_at - $1 * interval '1 minute',
       expires_at = expires_at - $1 * interval '1 minute'`,
    [minutes],
  );
}

/** Fills in the form of the login that is open and sends it. */
export async function typePassword(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('E-mail, phone or user name').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in by password and waits until the product is shown. */
export async function signIn(page: Page, url: string, who: Credentials): Promise<void> {
  await page.goto(`${url}/#/login`);
  await typePassword(page, who);
  await page.getByRole('button', { name: /^Account of/ }).waitFor();
}

/** Leaves by the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
}

/** Opens a part of the page of one's own account. */
export async function openAccount(page: Page, url: string, tab: string): Promise<void> {
  await page.goto(`${url}/#${ADDRESSES.account}?tab=${tab}`);
  await page.getByRole('heading', { name: 'Account settings', level: 1 }).waitFor();
}
