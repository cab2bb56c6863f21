import { readFile } from 'node:fs/promises';
import { ADDRESSES } from '@sunfleet/contract';
import type { Call } from '@sunfleet/api-client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser, type PageOptions } from './harness/browser.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';
import { makeStation } from './harness/stations.ts';

/** Several stations and devices labelled at once, by mouse and by thumb, what the audit log tells of it, and other work with the lists. */

const STATIONS = ADDRESSES.stations;
const DEVICES = ADDRESSES.devices;
const AUDIT = ADDRESSES.audit;

/** Long enough for a page to load on a busy machine. */
const soon = { timeout: 60_000 };

let server: RunningServer;
let browser: Browser;
let head: Person;
let reader: Person;
let call: Call;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  const admin = await callAs(server, ADMIN);
  const { id } = await admin('createOrganisation', { body: { name: 'North Solar', parentId: null } });
  head = await registerPerson(server, 'Hanna Head', { organisationId: id, role: 'organisationAdmin' });
  reader = await registerPerson(server, 'Rita Reader', { organisationId: id, role: 'internalReadOnly' });
  call = await callAs(server, head);
  for (const name of ['Brewery roof', 'School roof', 'Town hall']) await makeStation(server, call, name);
  const { rows } = await call('listStations', { query: { sort: 'name', order: 'asc' } });
  const contract = await call('createLabel', { body: { name: 'Contract 24 h', color: '#0055AA' } });
  await call('createLabel', { body: { name: 'Batch 7', color: '#AA5500' } });
  await call('labelStation', { params: { id: rows[0]!.id }, body: { labelIds: [contract.id] } });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (person: Person, path: string, options: PageOptions = {}) =>
  openAs({ server, browser }, person, { path, ...options });
/** Wide enough to show the column of labels, which is the last one. */
const WIDE = { width: 2500, height: 900 };
const rowOf = (page: Page, name: string) => page.locator('[data-row]', { hasText: name });
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

/** Labels of every station or device, by the beginning of its name. */
async function labels(kind: 'stations' | 'devices') {
  const { rows } =
    kind === 'stations'
      ? await call('listStations', { query: { sort: 'name', order: 'asc' } })
      : await call('listDevices', { query: { sort: 'sn', order: 'asc' } });
  return rows.map((row) => row.labels.map(({ name }) => name).join());
}

test('labels are put on several stations; what only some carry stays', async () => {
  const { page, context, errors } = await open(head, `${STATIONS}?sort=name&order=asc`, WIDE);
  await page.getByRole('checkbox', { name: 'Select Brewery roof' }).check();
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await page.getByRole('checkbox', { name: 'Select Town hall' }).check();
  await bar(page).getByText('Selected: 2').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Edit labels' }).click();
  const dialog = page.getByRole('dialog');
  const mixed = dialog.getByRole('checkbox', { name: 'Contract 24 h' });
  await mixed.waitFor();
  expect(await mixed.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await dialog.getByText('1 of 2').waitFor();
  await dialog.getByRole('checkbox', { name: 'Batch 7' }).check();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Labels saved. Changed: 2').waitFor();
  await rowOf(page, 'Town hall').getByText('Batch 7').waitFor();
  await expect.poll(() => bar(page).count(), soon).toBe(0);
  expect(await labels('stations')).toEqual(['Batch 7,Contract 24 h', '', 'Batch 7']);
  expect(errors).toEqual([]);
  await context.close();
});

test('another filter drops what was chosen, and says so', async () => {
  const { page, context } = await open(head, STATIONS);
  await page.getByRole('checkbox', { name: 'All on this page' }).check();
  await bar(page).getByText('Selected: 3').waitFor();
  await page.getByRole('searchbox').fill('roof');
  await page.getByText('The filters have changed, so nothing is selected any more.').waitFor();
  expect(await bar(page).count()).toBe(0);
  await context.close();
});

test('with a thumb devices are chosen as cards, and never opened by it', async () => {
  const { page, context, errors } = await open(head, DEVICES, { width: 360, height: 740 });
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.locator('[data-row]').nth(1).click();
  const link = page.locator('[data-row]').nth(0).getByRole('link');
  const { x, y } = (await link.boundingBox())!;
  await page.mouse.click(x + 4, y + 4);
  await bar(page).getByText('Selected: 2').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await bar(page).getByRole('button', { name: 'Edit labels' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Batch 7' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Labels saved. Changed: 2').waitFor();
  expect((await labels('devices')).toSorted()).toEqual(['', 'Batch 7', 'Batch 7']);
  expect(errors).toEqual([]);
  await context.close();
});

test('a list is narrowed, saved as a view, opened by its address, marked as favourites and exported', async () => {
  const { page, context, errors } = await open(head, `${STATIONS}?name=roof&sort=name&order=asc`);
  await page.getByRole('button', { name: 'Favourite: School roof' }).click();
  await page.locator('[data-row]').first().getByText('School roof').waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Roofs');
  await page.keyboard.press('Enter');
  await page.waitForURL(/saved=\d+/, soon);
  const saved = /saved=\d+/.exec(page.url())![0];
  await page.goto('about:blank');
  await page.goto(`${server.url}/#${STATIONS}?${saved}`);
  await page.getByRole('button', { name: 'Remove filter: Name: roof' }).waitFor();
  await expect.poll(() => page.locator('[data-row]').count(), soon).toBe(2);
  await page.getByRole('checkbox', { name: 'Select School roof' }).check();
  await bar(page).getByRole('button', { name: 'Select all 2 that fit the filters' }).click();
  await bar(page).getByRole('button', { name: 'Other actions' }).click();
  await page.getByRole('menuitem', { name: 'Mark as favourites' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as favourites' }).click();
  await page.getByText('Done: 1').waitFor();
  await page.getByText('Were so already: 1').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const download = page.getByRole('button', { name: 'Download' });
  await download.waitFor({ timeout: 180_000 });
  expect(await axeViolations(page)).toEqual([]);
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual(['\uFEFFName', 'Brewery roof', 'School roof']);
  expect(errors).toEqual([]);
  await context.close();
});

test('a device is found by a filter of its column, and another one takes its place with what it was called', async () => {
  const { rows } = await call('listDevices', { query: { sort: 'sn', order: 'asc' } });
  const { id, sn, version } = await call('getDevice', { params: { id: rows[0]!.id } });
  const day = '2031-05-01';
  await call('editDevice', { params: { id }, body: { version, name: 'Old roof', warrantyEnd: day } });
  const { page, context, errors } = await open(head, `${DEVICES}?warrantyEnd=${day}..${day}`);
  await page.getByRole('button', { name: /^Remove filter: End of warranty/ }).waitFor();
  await expect.poll(() => page.locator('[data-row]').count(), soon).toBe(1);
  await rowOf(page, 'Old roof').getByRole('link').click();
  await page.getByRole('tab', { name: 'About' }).click();
  const card = page.getByRole('region', { name: 'Place' });
  await card.getByRole('button', { name: 'Replace the device' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New serial number').fill(`${sn}N`);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Replace the device' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await card.getByText(`${sn} was replaced by ${sn}N`).waitFor();
  expect(await call('getDevice', { params: { id } })).toMatchObject({ sn: `${sn}N`, name: 'Old roof' });
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('who may not label marks favourites and nothing else, and reads in the log what was labelled by name', async () => {
  const { page, context } = await open(reader, STATIONS, WIDE);
  await rowOf(page, 'Town hall').getByText('Batch 7').waitFor();
  await page.getByRole('checkbox', { name: 'Select Town hall' }).check();
  expect(await bar(page).getByRole('button', { name: 'Edit labels' }).count()).toBe(0);
  await bar(page).getByRole('button', { name: 'Other actions' }).click();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
    'Mark as favourites',
    'No longer favourites',
  ]);
  await page.goto(`${server.url}/#${AUDIT}`);
  const entry = rowOf(page, 'Station: labels changed').filter({ hasText: 'Town hall' });
  expect(await entry.innerText()).toMatch(/Hanna Head[\s\S]*Station Town hall\s*#\d+/);
  await entry.getByRole('link', { name: 'Station Town hall' }).click();
  await page.getByRole('heading', { level: 1, name: 'Town hall' }).waitFor();
  await context.close();
});
