import type { Call } from '@sunfleet/api-client';
import { ADDRESSES } from '@sunfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser } from './harness/browser.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';
import { simulateStation, type SimulatedStation } from './harness/simulated-station.ts';

/** A simulated station in the afternoon, one of whose strings opens, and whoever writes rules for it. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let server: RunningServer;
let browser: Browser;
let manager: Person;
let call: Call;
let station: SimulatedStation;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  const admin = await callAs(server, ADMIN);
  const { id } = await admin('createOrganisation', { body: { name: 'Rule Solar', parentId: null } });
  manager = await registerPerson(server, 'Rita Rules', { organisationId: id, role: 'organisationAdmin' });
  call = await callAs(server, manager);
  const now = Date.now();
  station = await simulateStation(server, call, { name: 'Atoll', sunHour: 16.6, from: now - 9 * HOUR_MS });
  await station.sendUntil(now - 8 * HOUR_MS);
  await station.sendUntil(now - 20 * MINUTE_MS, ['stringOpen']);
});

afterAll(async () => {
  await station?.close();
  await browser?.close();
  await server?.stop();
});

const top = (page: Page) => page.getByRole('dialog').last();
const rows = (page: Page) => page.locator('[data-row]');
/** The row of an alarm; the rules themselves stand in rows too, without a station, until the page has changed. */
const alarmRow = (page: Page, name: string) =>
  rows(page).filter({ hasText: name }).filter({ hasText: 'Atoll' });

const panel = (page: Page) => page.getByRole('dialog').first();
/** Changed rules are looked at once at once, and twenty seconds later. */
const SOON = { timeout: 180_000 };

test('a string that opens is found by a shipped rule as one alarm with cause and loss, is confirmed, shielded, and over', async () => {
  const { page, context, errors } = await openAs({ server, browser }, manager, {
    path: ADDRESSES.alarmRules,
  });
  await page.getByRole('button', { name: 'Shipped rules' }).first().click();
  await top(page).getByLabel('Open string').check();
  await top(page).getByRole('button', { name: 'Take' }).click();
  await page.getByRole('button', { name: 'Change Open string' }).click();
  await top(page).getByRole('button', { name: 'Test on the last 30 days' }).click();
  await top(page).getByRole('status').getByText('Alarms: 1. Devices: 1 of 2.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await top(page).getByLabel('Switched on').check();
  await top(page).getByRole('button', { name: /^Save/ }).click();
  await expect
    .poll(async () => (await call('listAlarms', {})).rows[0]?.loss?.energy, SOON)
    .toBeGreaterThan(100);
  expect((await call('listAlarms', {})).total).toBe(1);

  await page.goto(`${server.url}/#${ADDRESSES.alarms}`);
  await alarmRow(page, 'Open string').click();
  await panel(page).getByText('a fuse, a connector or a cable is open').waitFor();
  await panel(page).getByText(/kWh/).first().waitFor();
  await panel(page).getByRole('button', { name: 'Confirm' }).click();
  await top(page).getByRole('button', { name: 'Confirm' }).click();
  await panel(page).getByText('Confirmed by Rita Rules').waitFor();
  await panel(page).getByRole('button', { name: 'Shield' }).click();
  await top(page).getByText('One month').click();
  await top(page).getByLabel('Why').fill('The electrician comes tomorrow');
  await top(page).getByRole('button', { name: 'Shield', exact: true }).click();
  await alarmRow(page, 'Open string').waitFor({ state: 'detached' });

  // The string is closed again. Whoever changes the rule sees at once what it says of the newest readings.
  await station.sendUntil(Date.now());
  await page.goto(`${server.url}/#${ADDRESSES.alarmRules}`);
  await page.getByRole('button', { name: 'Change Open string' }).click();
  await top(page).getByLabel('Minutes it has to be over').fill('5');
  await top(page).getByRole('button', { name: 'Test on the last 30 days' }).click();
  await top(page)
    .getByRole('status')
    .getByText(/^Alarms: 1\./)
    .waitFor();
  await top(page).getByRole('button', { name: /^Save/ }).click();
  const ended = () => call('listAlarms', { query: { state: 'recovered', shielded: 'all' } });
  await expect.poll(async () => (await ended()).rows, SOON).toMatchObject([{ handling: 'confirmed' }]);
  expect((await call('listAlarms', { query: { state: 'all', shielded: 'all' } })).total).toBe(1);
  expect(errors).toEqual([]);
  await context.close();
});

test('a rule is written, read while it is typed, tried on the past, switched on, and fires', async () => {
  const { page, context, errors } = await openAs({ server, browser }, manager, {
    path: ADDRESSES.alarmRules,
  });
  await page.getByRole('button', { name: 'Add rule' }).first().click();
  await top(page).getByLabel('Name').fill('Afternoon power');
  await top(page).getByLabel('Alarm when').fill('ac.power > 1 parsec');
  expect(await top(page).getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true);
  await top(page).getByLabel('Alarm when').fill('ac.power > 20 W');
  await top(page)
    .getByText(/Alarm when .*20 W/)
    .waitFor();
  await top(page).getByRole('button', { name: 'Test on the last 30 days' }).click();
  await top(page)
    .getByRole('status')
    .getByText(/^Alarms: 1\./)
    .waitFor();
  await top(page)
    .getByText(/half of the devices or more/)
    .waitFor();
  await top(page).getByLabel('Switched on').check();
  await top(page).getByRole('button', { name: /^Save/ }).click();
  await expect.poll(async () => (await call('listAlarms', {})).total, SOON).toBe(1);
  await page.goto(`${server.url}/#${ADDRESSES.alarms}`);
  await alarmRow(page, 'Afternoon power').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
