import { ADDRESSES, stationAddress } from '@sunfleet/contract';
import type { Call } from '@sunfleet/api-client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './harness/browser.ts';
import { callAs, codeSentTo, openAs, type Person, personNamed, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';
import { type MadeStation, makeStation } from './harness/stations.ts';

/** An organisation, its people and what each of them may do: from the invitation to the last administrator. */

const STATIONS = ADDRESSES.stations;
const ORGANISATION = ADDRESSES.organisations;
const ACCOUNT = ADDRESSES.account;
const ROLES = ADDRESSES.roles;

let server: RunningServer;
let browser: Browser;
let admin: Call;
let head: Person;
let organisationId: number;
let stations: MadeStation[];

/** Long enough for a page to load on a busy machine. */
const soon = { timeout: 60_000 };

/** Far shorter than the minute after which a page reads the account by itself. */
const atOnce = { timeout: 5000 };

/** The person who joins in the first journey. The other journeys use the same account. */
const member = personNamed('Mona Member');

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  admin = await callAs(server, ADMIN);
  const organisation = await admin('createOrganisation', { body: { name: 'North Solar', parentId: null } });
  organisationId = organisation.id;
  head = await registerPerson(server, 'Hanna Head', { organisationId, role: 'organisationAdmin' });
  const call = await callAs(server, head);
  stations = [
    await makeStation(server, call, 'Brewery roof'),
    await makeStation(server, call, 'School roof'),
  ];
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (person: Person, path: string, options = {}) =>
  openAs({ server, browser }, person, { path, ...options });
const go = (page: Page, path: string) => page.goto(`${server.url}/#${path}`);
const rows = (page: Page) => page.locator('[data-row]');
const menu = (page: Page) => page.getByRole('navigation').first().getByRole('link').allInnerTexts();

async function act(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
}

test('an ingest key is made once, writes, and is refused as soon as it is revoked', async () => {
  const { page, context } = await open(head, `${ORGANISATION}?tab=keys`);
  await page.getByRole('button', { name: 'Create ingest key' }).click();
  await page.getByLabel('Name of the key').fill('Telegraf');
  await page.getByRole('dialog').getByRole('button', { name: 'Create ingest key' }).click();
  const made = page.getByRole('dialog', { name: 'Ingest key “Telegraf”' });
  const key = await made.getByText(/^sfk_/).innerText();
  const write = async () => {
    const headers = { authorization: `Bearer ${key.trim()}`, 'content-type': 'text/plain; charset=utf-8' };
    const url = `${server.url}/api/ingest/influx?precision=ms`;
    return (await fetch(url, { method: 'POST', headers, body: 'm,sn=SF-KEY-1 ac.power=1' })).status;
  };
  expect(await write()).toBe(204);
  await made.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByText(`${key.trim().slice(0, 10)}…`).waitFor(soon);
  await page.getByRole('button', { name: 'Revoke: Telegraf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No ingest keys yet').waitFor(soon);
  expect(await write()).toBe(401);
  await context.close();
});

test('an administrator invites a member, who registers by the link and works in the organisation', async () => {
  const { page, context } = await open(head, ORGANISATION);
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').last().fill(member.email);
  await dialog.getByLabel('Role').selectOption('Installer');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const link = await page.getByRole('dialog').getByText('#/register?invite=').innerText();
  await context.close();

  const joining = await openPage(browser);
  await joining.page.goto(link);
  const field = (name: string | RegExp) => joining.page.getByLabel(name);
  await joining.page.getByText('North Solar').first().waitFor();
  await field(/^Name$/).fill(member.name);
  await field('E-mail or phone').fill(member.email);
  await joining.page.getByRole('button', { name: 'Send code' }).click();
  await joining.page.getByText('This server sends no e-mail yet').waitFor();
  await field('Verification code').fill(await codeSentTo(admin, member.email));
  await field(/^New password/).fill(member.password);
  await field(/^Repeat/).fill(member.password);
  await field(/I accept/).check();
  await joining.page.getByRole('button', { name: 'Create account' }).click();
  await joining.page.waitForURL('**/welcome');
  await go(joining.page, STATIONS);
  await expect.poll(() => rows(joining.page).count(), soon).toBe(2);
  await joining.page.getByRole('button', { name: `Account of ${member.name}` }).click();
  await joining.page.getByText('Installer · North Solar').waitFor();
  expect(joining.errors).toEqual([]);
  await joining.context.close();
});

test('a role of their own closes menus, buttons and data of a member at once', async () => {
  const theirs = await open(member, STATIONS);
  await expect.poll(() => rows(theirs.page).count(), soon).toBe(2);
  expect(await menu(theirs.page)).toEqual(expect.arrayContaining(['Devices', 'Alarms', 'Labels']));

  const { page, context } = await open(head, ROLES);
  await page.getByRole('link', { name: /^Installer/ }).click();
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Looks in');
  await page.getByRole('radio', { name: /^Authorised stations/ }).check();
  for (const domain of ['Labels', 'Data import']) {
    const ticked = page
      .getByRole('group', { name: domain, exact: true })
      .getByRole('checkbox', { checked: true });
    while ((await ticked.count()) > 0) await ticked.first().uncheck();
  }
  const onStations = page.getByRole('group', { name: 'Power stations', exact: true });
  await onStations.getByRole('checkbox', { name: /^Authorise/ }).uncheck();
  await page.getByRole('radio', { name: /^Only chosen menus/ }).check();
  const views = page.getByRole('group', { name: 'Only chosen menus' });
  for (const view of ['Devices', 'Alarms']) await views.getByRole('checkbox', { name: view }).uncheck();
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByRole('heading', { name: 'Looks in' }).waitFor();
  await page.getByRole('button', { name: 'Give to members' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(member.name).check();
  await dialog.getByRole('button', { name: 'Give to 1 member' }).click();
  await page.getByText('now has the role Looks in').waitFor();
  await context.close();

  await expect.poll(() => menu(theirs.page), atOnce).not.toContain('Devices');
  for (const hidden of ['Alarms', 'Labels', 'Data import'])
    expect(await menu(theirs.page)).not.toContain(hidden);
  await expect.poll(() => rows(theirs.page).count(), soon).toBe(0);
  for (const path of [ADDRESSES.devices, ADDRESSES.labels]) {
    await go(theirs.page, path);
    await theirs.page.getByText('No permission').waitFor();
  }
  await go(theirs.page, ADDRESSES.authorizations);
  await theirs.page.getByText('Nothing received').waitFor();
  expect(await theirs.page.getByRole('button', { name: 'Authorise' }).count()).toBe(0);
  await go(theirs.page, stationAddress(stations[0]!.id));
  await theirs.page.getByText('does not exist or is no longer shared with you').waitFor();
  await theirs.context.close();
});

test('the tree grows, loosens, moves and is tidied up; what cannot be is said', async () => {
  const { page, context, errors } = await open(head, ORGANISATION);
  const tree = page.getByRole('tree');
  const line = (name: string) => tree.getByRole('treeitem', { name });
  const add = async (kind: string, name: string, loose = false) => {
    await page.getByRole('button', { name: 'Add below' }).click();
    await page.getByRole('menuitem', { name: kind }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    if (loose) await dialog.getByRole('radio', { name: /^Loose/ }).check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await line(name).waitFor();
  };
  await add('Sub-merchant', 'North Partner');
  await line('North Solar').click();
  await page.getByRole('heading', { name: 'North Solar' }).waitFor();
  await add('Department', 'Service desk');
  const more = async (action: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  await more('Move');
  const moving = page.getByRole('dialog');
  await moving.getByRole('treeitem', { name: 'North Partner' }).click();
  await moving.getByRole('button', { name: 'Move' }).click();
  await moving.waitFor({ state: 'detached' });
  await expect.poll(() => line('Service desk').getAttribute('aria-level'), soon).toBe('3');

  await line('North Partner').click();
  await more('Delete');
  await page.getByRole('dialog').getByText('1 organisation below').waitFor();
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await line('Service desk').click();
  await more('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => line('Service desk').count(), soon).toBe(0);

  await line('North Partner').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Loose/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('only these counts are told of it').waitFor();
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  expect(await page.getByRole('tab', { name: 'Members' }).count()).toBe(0);
  // The page reads the untied organisation once more and gets a 404, which only the console shows.
  expect(errors.filter((text) => !text.includes('404'))).toEqual([]);
  await context.close();
});

test('a locked member is led to the login, and let in again; the last administrator stays', async () => {
  const call = await callAs(server, head);
  const { rows: found } = await call('pageMembers', { body: { q: member.email } });
  const quiet = await open(member, ACCOUNT);
  expect(await menu(quiet.page)).not.toContain('Devices');
  await call('changeMemberRole', { params: { id: found[0]!.id }, body: { role: 'installer' } });
  await expect.poll(() => menu(quiet.page), atOnce).toContain('Devices');
  const theirs = await open(member, STATIONS);
  await expect.poll(() => rows(theirs.page).count(), soon).toBe(2);
  const { page, context } = await open(head, ORGANISATION);
  const reloaded = theirs.page.waitForEvent('load');
  await act(page, member.name, 'Lock');
  await page.getByText(`${member.name} is locked out.`).waitFor();
  await Promise.all([
    quiet.page.waitForURL('**/login**', atOnce),
    theirs.page.waitForURL('**/login**', atOnce),
  ]);
  await quiet.context.close();
  const login = async () => {
    await theirs.page.locator('input[autocomplete="username"]').fill(member.email);
    await theirs.page.locator('input[type="password"]').fill(member.password);
    await theirs.page.keyboard.press('Enter');
  };
  await reloaded;
  await login();
  await theirs.page.getByText('This account is locked').waitFor();
  await act(page, member.name, 'Unlock');
  await page.getByText(`${member.name} can sign in again.`).waitFor();
  await login();
  await theirs.page.getByRole('heading', { level: 1 }).waitFor();
  await theirs.page.waitForURL((url) => !url.hash.includes('login'));
  await theirs.context.close();
  await context.close();

  const platform = await openAs({ server, browser }, ADMIN, { path: `${ORGANISATION}?id=${organisationId}` });
  for (const action of ['Lock', 'Remove from organisation', 'Delete account']) {
    await act(platform.page, head.name, action);
    await platform.page.getByRole('dialog').getByText('This is the last administrator').waitFor();
    await platform.page.keyboard.press('Escape');
    await platform.page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await platform.context.close();
});
