import type { Call } from '@sunfleet/api-client';
import { ADDRESSES, stationAddress } from '@sunfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser } from './harness/browser.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';
import { makeStation } from './harness/stations.ts';

/** A station ends, comes back with its data, and is copied; two people end a utility station. */

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

async function endIt(page: Page, name: string) {
  await page.getByRole('button', { name: 'End station' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Type “${name}” to confirm`).fill(name);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'End station' }).click();
}

test('a station ends by its name, vanishes for who looks at it, and comes back with its data', async () => {
  const { id, push } = await makeStation(server, call, 'Mill roof');
  const [one, two] = [
    await openAs({ server, browser }, ina, { path: stationAddress(id, 'about') }),
    await openAs({ server, browser }, olaf, { path: stationAddress(id, 'overview') }),
  ];
  await endIt(one.page, 'Mill roof');
  await one.page.waitForURL(`**/#${ADDRESSES.endedStations}`);
  await one.page.getByText('Days left: 30').first().waitFor(soon);
  await two.page.getByText('This does not exist or is no longer shared with you').first().waitFor(soon);
  expect((await call('listStations', { query: { q: 'Mill roof' } })).total).toBe(0);
  // Its devices go on recording.
  await push({ 'ac.power': 12_345 });
  await one.page.getByRole('button', { name: 'Restore Mill roof' }).click();
  await one.page.getByText('“Mill roof” is back with all its data.').waitFor(soon);
  await expect
    .poll(async () => {
      const { devices } = await call('stationLatest', { params: { id } });
      return devices[0]?.points.find(({ key }) => key === 'ac.power')?.value;
    }, soon)
    .toBe(12_345);
  await one.page.goto(`${server.url}/#${stationAddress(id, 'log')}`);
  await one.page.getByText('Station: restored').first().waitFor(soon);
  await one.context.close();
  await two.context.close();
});

test('a utility station is ended by two people', async () => {
  const { id } = await makeStation(server, call, 'Solar park');
  const { version } = await call('getStation', { params: { id } });
  await call('editStation', { params: { id }, body: { version, type: 'utility' } });
  const [one, two] = [
    await openAs({ server, browser }, ina, { path: stationAddress(id, 'about') }),
    await openAs({ server, browser }, olaf, { path: stationAddress(id, 'about') }),
  ];
  await endIt(one.page, 'Solar park');
  await one.page.getByText('A second person has to agree that “Solar park” ends.').waitFor(soon);
  await one.page.getByRole('button', { name: 'Withdraw' }).waitFor(soon);
  await two.page.reload();
  await two.page.getByText(/^Ina Installer asked on/).waitFor(soon);
  await two.page.getByRole('button', { name: 'Agree' }).click();
  const dialog = two.page.getByRole('dialog');
  await dialog.getByLabel('Type “Solar park” to confirm').fill('Solar park');
  await dialog.getByRole('button', { name: 'End station' }).click();
  await two.page.waitForURL(`**/#${ADDRESSES.endedStations}`);
  await two.page.getByRole('button', { name: 'Restore Solar park' }).waitFor(soon);
  await one.context.close();
  await two.context.close();
});

test('a copy begins with what the other station has', async () => {
  const { id } = await makeStation(server, call, 'Row house 1');
  const { page, context, errors } = await openAs({ server, browser }, ina, {
    path: stationAddress(id, 'about'),
  });
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() => page.getByLabel('Name', { exact: true }).inputValue(), soon)
    .toBe('Copy of Row house 1');
  await page.getByLabel('Name', { exact: true }).fill('Row house 2');
  await page.getByRole('button', { name: 'Create station' }).click();
  await page.getByRole('heading', { level: 1, name: 'Row house 2' }).waitFor(soon);
  expect((await call('listStations', { query: { q: 'Row house' } })).total).toBe(2);
  expect(errors).toEqual([]);
  await context.close();
});

test.each([false, true])('the list of ended stations on a phone; dark: %s', async (dark) => {
  const options = { path: ADDRESSES.endedStations, width: 360, height: 740, dark };
  const { page, context, errors } = await openAs({ server, browser }, ina, options);
  await page
    .getByText(/Days left: \d+/)
    .first()
    .waitFor(soon);
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(errors).toEqual([]);
  await context.close();
});
