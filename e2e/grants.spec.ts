import { ADDRESSES } from '@sunfleet/contract';
import type { Call } from '@sunfleet/api-client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser } from './harness/browser.ts';
import { runSql } from './harness/database.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';
import { type MadeStation, makeStation } from './harness/stations.ts';

/** Stations are labelled, granted for a week, taken back and handed over, and the logs tell of all of it. */

const STATIONS = ADDRESSES.stations;
const AUTHORIZATIONS = ADDRESSES.authorizations;

/** Long enough for a page to load on a busy machine. */
const soon = { timeout: 60_000 };

let server: RunningServer;
let browser: Browser;
let admin: Call;
let head: Person;
let guest: Person;
let owner: Person;
let next: Person;
let brewery: MadeStation;
let school: MadeStation;
let nextCode: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  admin = await callAs(server, ADMIN);
  const found = (name: string) => admin('createOrganisation', { body: { name, parentId: null } });
  const [north, south] = [await found('North Solar'), await found('South Service')];
  nextCode = south.code;
  head = await registerPerson(server, 'Hanna Head', { organisationId: north.id, role: 'organisationAdmin' });
  guest = await registerPerson(server, 'Gina Guest', { organisationId: south.id, role: 'serviceProvider' });
  owner = await registerPerson(server, 'Olga Owner');
  next = await registerPerson(server, 'Nora Next', { organisationId: south.id, role: 'organisationAdmin' });
  const call = await callAs(server, head);
  brewery = await makeStation(server, call, 'Brewery roof');
  school = await makeStation(server, call, 'School roof');
  for (const station of [brewery, school]) await station.push({ 'alarm.code': 17 });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (person: Pick<Person, 'email' | 'password'>, path: string) =>
  openAs({ server, browser }, person, { path });
const go = (page: Page, path: string) => page.goto(`${server.url}/#${path}`);
const rows = (page: Page) => page.locator('[data-row]');
const detail = (tab: string, station: MadeStation) => `${ADDRESSES.station}/${tab}?id=${station.id}`;

test('a label is made, put on a station, found by, and taken away', async () => {
  const { page, context, errors } = await open(head, ADDRESSES.labels);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New label' }).first().click();
  await dialog.getByLabel('Name').fill('Contract 24 h');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => rows(page).count(), soon).toBe(1);

  await go(page, detail('overview', brewery));
  await page.getByRole('button', { name: 'Edit labels' }).click();
  await dialog.getByRole('checkbox', { name: 'Contract 24 h' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('group', { name: 'Labels' }).getByText('Contract 24 h').waitFor();

  await go(page, STATIONS);
  await expect.poll(() => rows(page).count(), soon).toBe(2);
  await page.getByRole('combobox', { name: 'Label' }).click();
  await page.locator('.ant-select-dropdown').getByText('Contract 24 h').click();
  await expect.poll(() => rows(page).count(), soon).toBe(1);
  expect(await rows(page).first().innerText()).toContain(brewery.name);

  await go(page, ADDRESSES.labels);
  await page.getByRole('button', { name: 'Delete label “Contract 24 h”' }).click();
  await dialog.getByText('stations: 1, devices: 0').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No labels yet').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test('a station is granted for a week, seen and only it, and gone the moment it is revoked', async () => {
  const { page, context } = await open(head, detail('authorize', brewery));
  await page.getByRole('button', { name: 'Authorise' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Person').last().fill(guest.email);
  await dialog.getByText('You are not told whether there is such an account').waitFor();
  await dialog.getByRole('radio', { name: /^Operator/ }).check();
  await dialog.getByRole('button', { name: '1 week' }).click();
  await dialog.getByRole('button', { name: 'Authorise' }).click();
  await dialog.waitFor({ state: 'detached' });

  const theirs = await open(guest, AUTHORIZATIONS);
  await theirs.page.getByRole('button', { name: 'Accept' }).click();
  await theirs.page.getByText('Active').first().waitFor();
  await onlyTheGrantedOne(theirs.page);
  await go(theirs.page, detail('authorize', brewery));
  await theirs.page.getByText('Your access').waitFor();

  await go(theirs.page, detail('overview', brewery));
  await theirs.page.getByRole('heading', { name: brewery.name }).waitFor();
  await theirs.page.getByRole('status').getByText('Live').waitFor();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await dialog.waitFor({ state: 'detached' });
  await theirs.page.getByText('does not exist or is no longer shared with you').first().waitFor();
  await brewery.push({ 'ac.power': 99_000 });
  const { email, password } = guest;
  const call = await callAs(server, { email, password });
  await expect(call('getStation', { params: { id: brewery.id } })).rejects.toMatchObject({
    error: 'stationNotFound',
  });
  const shown = await theirs.page.locator('body').innerText();
  for (const told of [brewery.name, 'North Solar', '100 kWp', '99 kW']) expect(shown).not.toContain(told);
  expect(await theirs.page.title()).not.toContain(brewery.name);
  for (const path of [STATIONS, ADDRESSES.alarms, ADDRESSES.devices]) {
    const list = theirs.page.waitForResponse(/\/api\/(stations|alarms|devices)\?/);
    await go(theirs.page, path);
    const { data } = (await (await list).json()) as { data: { total: number } };
    expect(data.total).toBe(0);
    await expect.poll(() => rows(theirs.page).count(), soon).toBe(0);
  }
  await theirs.context.close();
  await context.close();
});

/** List, map, search, devices and alarms hold the granted station and nothing of the other one. */
async function onlyTheGrantedOne(page: Page) {
  for (const path of [STATIONS, ADDRESSES.alarms, ADDRESSES.devices]) {
    await go(page, path);
    await expect.poll(() => rows(page).count(), soon).toBe(1);
    expect(await page.locator('body').innerText()).not.toContain(school.name);
  }
  const places = page.waitForResponse(/\/stations\/map/);
  await go(page, `${STATIONS}?view=map`);
  await page.locator('.maplibregl-canvas').waitFor();
  const { data } = (await (await places).json()) as { data: { name: string }[] };
  expect(data.map(({ name }) => name)).toEqual([brewery.name]);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog');
  await search.getByRole('combobox').fill('roof');
  await search.getByText(brewery.name).first().waitFor();
  expect(await search.innerText()).not.toContain(school.name);
  await page.keyboard.press('Escape');
}

test('a station is handed to its owner, who asks another installer; it counts there when it accepts, and no more at the former one', async () => {
  const { page, context } = await open(head, detail('authorize', school));
  await page.getByRole('button', { name: 'Hand over to a new owner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New owner').fill(owner.email);
  await dialog.getByRole('button', { name: 'Offer' }).click();
  await page.getByText(`${owner.email} is asked to take the station over.`).waitFor();

  const theirs = await open(owner, `${AUTHORIZATIONS}?direction=received`);
  await theirs.page.getByRole('button', { name: 'Take over' }).click();
  await theirs.page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await theirs.page.getByRole('dialog').waitFor({ state: 'detached' });
  await go(theirs.page, STATIONS);
  await expect.poll(() => rows(theirs.page).count(), soon).toBe(1);
  await go(page, STATIONS);
  await expect.poll(() => rows(page).count(), soon).toBe(2);

  await go(theirs.page, detail('authorize', school));
  await theirs.page.getByRole('button', { name: 'Change the installer' }).click();
  await theirs.page.getByLabel('Organisation code').fill(nextCode);
  await theirs.page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click();
  await theirs.page.getByText(`${nextCode} is asked to look after the station.`).waitFor();
  await theirs.page.getByText(`Offered to ${nextCode} as the installer`).waitFor();
  await acceptByNext(theirs.page);
  await expect.poll(() => rows(page).count(), soon).toBe(1);
  expect(await page.locator('body').innerText()).not.toContain(school.name);
  await theirs.context.close();
  await context.close();
});

/** Nothing of the station is at the next installer before somebody there takes it over, here on a dark phone. */
async function acceptByNext(ownerPage: Page) {
  const { page, context, errors } = await openAs({ server, browser }, next, {
    path: STATIONS,
    width: 360,
    dark: true,
  });
  await page.getByText('No station yet').waitFor();
  await go(page, `${AUTHORIZATIONS}?direction=received`);
  await page.getByText('Your organisation looks after it').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await go(page, STATIONS);
  await page.getByText(school.name).first().waitFor();
  expect(errors).toEqual([]);
  await context.close();
  await ownerPage.reload();
  await ownerPage.getByText('South Service').first().waitFor();
}

test('the station’s log tells in words what was done, its access log who was there', async () => {
  const { page, context } = await open(head, detail('log', brewery));
  for (const words of [
    'Authorisation: revoked',
    'Authorisation: accepted',
    'Station: labels changed',
    'Station: created',
  ])
    await page.getByText(words).first().waitFor();
  expect(await page.locator('table').last().innerText()).not.toMatch(/\b[a-z]+\.[a-z]+[A-Z]?[a-z]*\b/);
  await page.getByText('Authorisation: revoked').first().click();
  await page
    .getByRole('dialog')
    .getByText(guest.name)
    .or(page.getByRole('dialog').getByText(head.name))
    .first()
    .waitFor();
  await go(page, detail('authorize', brewery));
  const visits = page.locator('[data-row]', { hasText: guest.name }).filter({ hasText: 'South Service' });
  await visits.first().waitFor();
  expect(await visits.first().innerText()).toContain('Authorisation');
  await context.close();
});

test.each([false, true])(
  'no accessibility violations, nothing wider than a phone; dark: %s',
  async (dark) => {
    const options = { path: AUTHORIZATIONS, width: 360, height: 740, dark };
    const { page, context, errors } = await openAs({ server, browser }, head, options);
    for (const path of [
      AUTHORIZATIONS,
      ADDRESSES.organisations,
      ADDRESSES.roles,
      `${ADDRESSES.roles}?role=installer&mode=copy`,
      ADDRESSES.labels,
      ADDRESSES.audit,
      ADDRESSES.account,
      detail('authorize', brewery),
      detail('log', brewery),
    ]) {
      await go(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('[aria-busy="true"]').count(), soon).toBe(0);
      expect([path, await axeViolations(page)]).toEqual([path, []]);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360]);
    }
    expect(errors).toEqual([]);
    await context.close();
  },
);

test('the platform’s audit log is intact until somebody alters it below the product', async () => {
  const { page, context } = await open(ADMIN, ADDRESSES.audit);
  await expect.poll(async () => (await admin('checkAudit')).waiting, soon).toBe(0);
  await page.getByRole('button', { name: 'Check the chain' }).click();
  await page.getByText('Intact').waitFor();
  const { rows: entries } = await admin('listAudit', { query: { action: 'grants.revoke' } });
  const altered = entries[0]!.id;
  await runSql(server, 'ALTER TABLE audit_log DISABLE TRIGGER audit_log_guard');
  await runSql(server, `UPDATE audit_log SET user_id = NULL WHERE id = ${altered}`);
  await runSql(server, 'ALTER TABLE audit_log ENABLE TRIGGER audit_log_guard');
  await page.getByRole('button', { name: 'Check the chain' }).click();
  await page.getByText(`Broken at entry ${altered}`).waitFor();
  await context.close();
});
