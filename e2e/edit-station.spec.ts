import type { Call } from '@sunfleet/api-client';
import { ADDRESSES, editStationAddress, stationAddress } from '@sunfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser } from './harness/browser.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';
import { makeStation } from './harness/stations.ts';

/** Two people edit one station at the same time. */

/** Long enough for a page to load on a busy machine. */
const soon = { timeout: 60_000 };

let server: RunningServer;
let browser: Browser;
let ina: Person;
let olaf: Person;
let call: Call;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  const admin = await callAs(server, ADMIN);
  const { id } = await admin('createOrganisation', { body: { name: 'North Solar', parentId: null } });
  ina = await registerPerson(server, 'Ina Installer', { organisationId: id, role: 'organisationAdmin' });
  olaf = await registerPerson(server, 'Olaf Office', { organisationId: id, role: 'installer' });
  call = await callAs(server, ina);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const tilt = (page: Page) => page.getByLabel(/^Tilt/);
const notes = (page: Page) => page.getByLabel('Notes', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const saved = (page: Page, id: number) => page.waitForURL(`**/#${stationAddress(id, 'about')}`);

test('both see at once what the other saves, choose where both changed the same, and the log tells it', async () => {
  const { id } = await makeStation(server, call, 'Mill roof');
  const one = await openAs({ server, browser }, ina, { path: stationAddress(id, 'about') });
  const two = await openAs({ server, browser }, olaf, { path: editStationAddress(id) });
  await one.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await one.page.waitForURL(`**/#${editStationAddress(id)}`);
  await tilt(one.page).fill('30');
  await tilt(two.page).fill('35');
  await notes(two.page).fill('Ring twice.');

  await save(one.page).click();
  await saved(one.page, id);
  const card = two.page.getByRole('alert').filter({ hasText: 'Somebody else has saved other values' });
  await card.waitFor(soon);
  await card.getByText(/Ina Installer saved on .*: Tilt/).waitFor(soon);
  expect(await save(two.page).isDisabled()).toBe(true);
  const both = card.getByRole('group', { name: /^Tilt/ });
  expect(await both.innerText()).toMatch(/30[\s\S]*35/);
  expect(await axeViolations(two.page)).toEqual([]);
  await both.getByText('Typed by you').click();
  await card.getByRole('button', { name: 'Go on with this choice' }).click();
  expect(await notes(two.page).inputValue()).toBe('Ring twice.');

  // The page of the other one shows it, and an open form takes over what it has not touched.
  await one.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await one.page.getByLabel('Name', { exact: true }).fill('Mill roof south');
  await save(two.page).click();
  await saved(two.page, id);
  await one.page.getByText(/Olaf Office saved on .*: Tilt \(°\), Notes/).waitFor(soon);
  expect([await tilt(one.page).inputValue(), await notes(one.page).inputValue()]).toEqual([
    '35',
    'Ring twice.',
  ]);
  await save(one.page).click();
  await saved(one.page, id);
  await two.page.getByRole('heading', { level: 1, name: 'Mill roof south' }).waitFor(soon);
  expect(await call('getStation', { params: { id } })).toMatchObject({
    name: 'Mill roof south',
    tilt: 35,
    notes: 'Ring twice.',
    version: 4,
  });

  await one.page.getByRole('tab', { name: 'Log' }).click();
  await one.page.getByText('Station: changed').first().waitFor();
  expect([...one.errors, ...two.errors]).toEqual([]);
  await one.context.close();
  await two.context.close();
});

test('another time zone cuts the days again, and the page says so', async () => {
  const { id } = await makeStation(server, call, 'Far shed');
  const { page, context, errors } = await openAs({ server, browser }, ina, { path: editStationAddress(id) });
  await page.getByLabel('Time zone').click();
  await page.keyboard.type('Lima');
  await page.keyboard.press('Enter');
  await page.getByText('Days, months and years of the station are summed again').waitFor();
  await save(page).click();
  await saved(page, id);
  await page.getByText('America/Lima').waitFor(soon);
  expect(errors).toEqual([]);
  await context.close();
});

test.each([false, true])(
  'no accessibility violations, nothing wider than a phone; dark: %s',
  async (dark) => {
    const { id } = await makeStation(server, call, 'W'.repeat(100));
    const options = { path: editStationAddress(id), width: 360, height: 740, dark };
    const { page, context, errors } = await openAs({ server, browser }, ina, options);
    await page.locator('.maplibregl-canvas').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(errors).toEqual([]);
    await context.close();
  },
);

test('the older address leads to the page', async () => {
  const { id } = await makeStation(server, call, 'Old shed');
  const { page, context } = await openAs({ server, browser }, ina, { path: ADDRESSES.stations });
  await page.goto(`${server.url}/#${ADDRESSES.editStationOld}?id=${id}`);
  await page.waitForURL(`**/#${editStationAddress(id)}`);
  await page.getByRole('heading', { level: 1, name: 'Edit station' }).waitFor();
  await context.close();
});
