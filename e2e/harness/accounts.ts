import { ADDRESSES } from '@sunfleet/contract';
import type { Page } from 'playwright-core';
import { type ApiClient, type Credentials, post } from './api.ts';
import { runSql } from './database.ts';
import type { RunningServer } from './server.ts';

interface OutboxPage {
  rows: { to: string; template: string; text: string }[];
}

/** The code of the newest message to a contact; mail is not set up, so its text is kept. */
export async function newestCode(admin: ApiClient, to: string, template: string): Promise<string> {
  const { rows } = (await admin.get(`/outbox?q=${encodeURIComponent(to)}`)) as OutboxPage;
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

export interface Person extends Credentials {
  name: string;
}

export interface RegisterOptions {
  person: Person;
  /** Joins by an invitation; else a personal account of its own. */
  inviteCode?: string;
}

/** Registers an account by the API. */
export async function registerPerson(
  server: RunningServer,
  admin: ApiClient,
  { person, inviteCode }: RegisterOptions,
): Promise<Person> {
  const { email, name, password } = person;
  await post(server, '/ups/user/sendValidateCode', { email, validateType: 'register' });
  const legal = (await admin.get('/legal')) as Record<string, string>;
  await post(server, '/ups/organization/register', {
    ...legal,
    email,
    name,
    password,
    validateCode: await newestCode(admin, email, 'register'),
    accountType: inviteCode ? 'professional' : 'personal',
    inviteCode: inviteCode ?? null,
  });
  return person;
}

/** An organisation with one member beside the platform's administrator, made by the API. */
export async function makeMember(
  server: RunningServer,
  admin: ApiClient,
  { person, organisation, role }: { person: Person; organisation: string; role: string },
): Promise<void> {
  const made = (await admin.post('/organisations', {
    name: organisation,
    type: 'enterprise',
    parentId: null,
  })) as { id: number };
  const { code } = (await admin.post(`/organisations/${made.id}/invites`, { role })) as { code: string };
  await registerPerson(server, admin, { person, inviteCode: code });
}

/** Fills in the form of the login that is open and sends it. */
export async function typePassword(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('E-mail, phone or user name').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in by password and waits until the product stands. */
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
