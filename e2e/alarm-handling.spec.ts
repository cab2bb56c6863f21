import type { Call } from '@sunfleet/api-client';
import { ADDRESSES } from '@sunfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser } from './harness/browser.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';
import { pushOf } from './harness/stations.ts';

/** Two inverters of a station that report a fault each, and whoever looks after them. */

let server: RunningServer;
let browser: Browser;
let installer: Person;
let call: Call;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  const admin = await callAs(server, ADMIN);
  const { id } = await admin('createOrganisation', { body: { name: 'Alarm Solar', parentId: null } });
  installer = await registerPerson(server, 'Iris Installer', { organisationId: id, role: 'installer' });
  call = await callAs(server, installer);
  const body = { name: 'Mill', type: 'commercial', capacityKw: 100, latitude: 48, longitude: 11 } as const;
  const station = await call('createStation', { body });
  for (const [sn, code] of [
    ['ALARM0001', 17],
    ['ALARM0002', 18],
  ] as const) {
    const added = await call('addDevice', { params: { id: station.id }, body: { sn, kind: 'inverter' } });
    await pushOf(server, sn, added.secret)({ 'alarm.code': code });
  }
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const panel = (page: Page) => page.getByRole('dialog').first();
const top = (page: Page) => page.getByRole('dialog').last();
const rows = (page: Page) => page.locator('[data-row]');

/** As a field for a time writes it, by the clock of the browser. */
function localTime(at: number): string {
  const time = new Date(at);
  return new Date(at - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

test('an alarm is confirmed, noted, shielded and heard again; several are processed at once', async () => {
  await expect.poll(async () => (await call('listAlarms', {})).total).toBe(2);
  const { page, context, errors } = await openAs({ server, browser }, installer, { path: ADDRESSES.alarms });
  await rows(page).filter({ hasText: 'ALARM0001' }).click();
  await panel(page).getByRole('button', { name: 'Confirm' }).click();
  await top(page).getByLabel('Note (optional)').fill('On my way');
  await top(page).getByRole('button', { name: 'Confirm' }).click();
  await panel(page).getByText('Confirmed by Iris Installer').waitFor();
  await panel(page).getByText('On my way').waitFor();
  await panel(page).getByRole('button', { name: 'Add a note' }).click();
  await top(page).getByLabel('Note', { exact: true }).fill('Waiting for a fuse');
  await top(page).getByRole('button', { name: 'Save' }).click();
  await panel(page).getByText('Waiting for a fuse').waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await panel(page).getByRole('button', { name: 'Shield' }).click();
  // Without a word about why nothing is kept quiet, and nothing that was chosen is lost.
  await top(page).getByText('One month').click();
  await top(page).getByRole('button', { name: 'Shield', exact: true }).click();
  await top(page).getByText('Say why, so that others understand it later.').waitFor();
  expect(await top(page).getByLabel('One month').isChecked()).toBe(true);
  expect(errors.splice(0)).toEqual([expect.stringContaining('400')]);
  await top(page).getByLabel('Why').fill('The fuse comes next week');
  await top(page).getByRole('button', { name: 'Shield', exact: true }).click();
  await expect.poll(() => rows(page).count()).toBe(1);
  const [station] = (await call('listStations', {})).rows;
  await expect
    .poll(async () => (await call('getStation', { params: { id: station!.id } })).live.alarms)
    .toMatchObject({ general: 1 });

  await page.getByRole('link', { name: 'Shields' }).click();
  const shield = rows(page).filter({ hasText: 'The fuse comes next week' });
  await shield.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await shield.getByRole('button', { name: 'End the shield' }).click();
  await top(page).getByRole('button', { name: 'End the shield' }).click();
  await page.getByText('No shield').waitFor();

  // While somebody works there, nothing but safety is heard.
  await page.getByRole('button', { name: 'Plan maintenance' }).click();
  await top(page).getByLabel('Station').fill('Mill');
  await page.getByTitle('Mill', { exact: true }).click();
  await top(page).getByLabel('Begin').fill('2026-01-01T08:00');
  await top(page).getByLabel('End').fill('2025-12-31T08:00');
  await top(page).getByLabel('Why').fill('New fuses');
  await top(page).getByRole('button', { name: 'Plan maintenance' }).click();
  await top(page).getByText('Choose an end after the begin, 31 days later at most.').waitFor();
  expect(errors.splice(0)).toEqual([expect.stringContaining('400')]);
  const inHours = (hours: number) => page.evaluate(localTime, Date.now() + hours * 3_600_000);
  await top(page)
    .getByLabel('Begin')
    .fill(await inHours(-1));
  await top(page)
    .getByLabel('End')
    .fill(await inHours(2));
  await top(page).getByRole('button', { name: 'Plan maintenance' }).click();
  const maintenance = rows(page).filter({ hasText: 'New fuses' });
  await maintenance.waitFor();
  expect((await call('listAlarms', {})).total).toBe(0);
  await maintenance.getByRole('button', { name: 'End the shield' }).click();
  await top(page).getByRole('button', { name: 'End the shield' }).click();
  await page.getByText('No shield').waitFor();

  await page.goto(`${server.url}/#${ADDRESSES.alarms}`);
  await expect.poll(() => rows(page).count()).toBe(2);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Process (2)' }).click();
  await top(page).getByRole('button', { name: 'Process' }).click();
  await expect
    .poll(async () => (await call('listAlarms', { query: { handling: ['processed'] } })).total)
    .toBe(2);

  // Nothing that was shielded or processed is missing in the figures.
  await page.getByRole('link', { name: 'Alarm statistics' }).click();
  await page.getByRole('region', { name: 'Can people cope' }).getByText('Shielded: 0').waitFor();
  expect(await page.getByRole('table', { name: 'What raises most alarms' }).getByRole('row').count()).toBe(3);
  expect(await axeViolations(page)).toEqual([]);

  await page.goto(`${server.url}/#${ADDRESSES.dataErrors}?id=${station!.id}`);
  await page.getByRole('table', { name: 'Completeness by day' }).getByText('ALARM0001').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
