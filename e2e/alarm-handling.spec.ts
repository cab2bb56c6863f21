import type { Call } from '@sunfleet/api-client';
import { ADDRESSES } from '@sunfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser } from './harness/browser.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';
import { brokenString } from './harness/broken-string.ts';
import { pushOf } from './harness/stations.ts';

/** Two inverters of a station that report a fault each, a simulated one of which a string is open, and whoever looks after them. */

let server: RunningServer;
let browser: Browser;
let installer: Person;
let boss: Person;
let call: Call;
const push = new Map<string, ReturnType<typeof pushOf>>();

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  const admin = await callAs(server, ADMIN);
  const { id } = await admin('createOrganisation', { body: { name: 'Alarm Solar', parentId: null } });
  installer = await registerPerson(server, 'Iris Installer', { organisationId: id, role: 'installer' });
  boss = await registerPerson(server, 'Bo Boss', { organisationId: id, role: 'organisationAdmin' });
  call = await callAs(server, installer);
  const body = { name: 'Mill', type: 'commercial', capacityKw: 100, latitude: 48, longitude: 11 } as const;
  const station = await call('createStation', { body });
  const sunny = brokenString('STRING001', Date.now());
  const far = await call('createStation', { body: { ...body, name: 'Noon', ...sunny.place } });
  const inverter = { sn: 'STRING001', kind: 'inverter', ratedPower: 8000 } as const;
  const { secret } = await call('addDevice', { params: { id: far.id }, body: inverter });
  await sunny.send(server, secret);
  for (const [sn, code] of [
    ['ALARM0001', 17],
    ['ALARM0002', 18],
  ] as const) {
    const added = await call('addDevice', { params: { id: station.id }, body: { sn, kind: 'inverter' } });
    push.set(sn, pushOf(server, sn, added.secret));
    await push.get(sn)!({ 'alarm.code': code });
  }
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const panel = (page: Page) => page.getByRole('dialog').first();
const top = (page: Page) => page.getByRole('dialog').last();
const rows = (page: Page) => page.locator('[data-row]');

const CONDITION =
  '(str1.current < 0.1 A or str2.current < 0.1 A) and (str1.current > 0.2 A or str2.current > 0.2 A)';

test('a rule is written, tried on the past and switched on', async () => {
  const { page, context, errors } = await openAs({ server, browser }, boss, { path: ADDRESSES.alarmRules });
  await page.getByRole('button', { name: 'Add rule' }).click();
  await top(page).getByLabel('Name', { exact: true }).fill('String open');
  await top(page).getByLabel('Alarm when').fill(CONDITION);
  await top(page).getByRole('button', { name: 'Test on the last 30 days' }).click();
  await top(page).getByText('Alarms: 1. Devices: 1 of').waitFor();
  await top(page).getByRole('link', { name: /^Noon/ }).waitFor();
  await top(page).getByRole('button', { name: 'What would it have cost?' }).click();
  await top(page).getByText('Hours standing: 1').waitFor();
  await top(page).getByLabel('Switched on').check();
  await top(page).getByRole('button', { name: 'Save' }).click();
  const rule = rows(page).filter({ hasText: 'String open' });
  await rule.getByText('On', { exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test('an alarm is confirmed, noted, shielded and heard again; several are processed at once', async () => {
  const query = { type: ['deviceFault'] as ['deviceFault'] };
  await expect.poll(async () => (await call('listAlarms', { query })).total).toBe(2);
  const { page, context, errors } = await openAs({ server, browser }, installer, {
    path: `${ADDRESSES.alarms}?type=deviceFault`,
  });
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

  await page.goto(`${server.url}/#${ADDRESSES.alarms}?type=deviceFault`);
  await expect.poll(() => rows(page).count()).toBe(2);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Assign (2)' }).click();
  await top(page).getByLabel('Who looks after it').selectOption({ label: 'Bo Boss' });
  await top(page).getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('Assigned: 2').waitFor();
  const outbox = await callAs(server, ADMIN);
  const { rows: messages } = await outbox('listOutbox', { query: { q: boss.email } });
  expect(messages.filter(({ subject }) => subject === 'Alarms were assigned to you')).toHaveLength(1);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Process (2)' }).click();
  await top(page).getByRole('button', { name: 'Process' }).click();
  await expect
    .poll(async () => (await call('listAlarms', { query: { handling: ['processed'] } })).total)
    .toBe(2);

  // Nothing that was shielded or processed is missing in the figures.
  await page.getByRole('link', { name: 'Alarm statistics' }).click();
  await page.getByRole('region', { name: 'Can people cope' }).getByText('Shielded: 0').waitFor();
  expect(
    await page.getByRole('table', { name: 'What raises most alarms' }).getByRole('row').count(),
  ).toBeGreaterThan(2);
  expect(await axeViolations(page)).toEqual([]);

  await page.goto(`${server.url}/#${ADDRESSES.dataErrors}?id=${station!.id}`);
  await page.getByRole('table', { name: 'Completeness by day' }).getByText('ALARM0001').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('the open string is one alarm that comes by itself, is somebody’s, and a view of the list keeps it', async () => {
  const { page, context, errors } = await openAs({ server, browser }, boss, {
    path: `${ADDRESSES.alarms}?type=rule`,
  });
  // Rules are judged a minute after the start.
  const row = rows(page).filter({ hasText: 'String open' });
  await row.waitFor({ timeout: 90_000 });
  expect(await row.count()).toBe(1);
  await row.click();
  await panel(page).getByText('Curves around the alarm').first().waitFor();
  await panel(page).getByRole('button', { name: 'Assign' }).click();
  await top(page).getByLabel('Who looks after it').selectOption({ label: 'Bo Boss (me)' });
  await top(page).getByRole('button', { name: 'Assign', exact: true }).click();
  await panel(page).getByText('Assigned to Bo Boss by Bo Boss').waitFor();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view' }).click();
  await top(page).getByLabel('Name of the view').fill('Found by rules');
  await top(page).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Found by rules' }).waitFor();

  // Another fault comes and goes while the page is open.
  await page.goto(`${server.url}/#${ADDRESSES.alarms}?type=deviceFault`);
  await page.getByText('No match').or(rows(page)).first().waitFor();
  await push.get('ALARM0002')!({ 'alarm.code': 0 });
  await expect.poll(() => rows(page).filter({ hasText: 'ALARM0002' }).count(), { timeout: 8000 }).toBe(0);
  await push.get('ALARM0002')!({ 'alarm.code': 24 });
  await rows(page).filter({ hasText: 'ALARM0002' }).waitFor({ timeout: 8000 });
  expect(errors).toEqual([]);
  await context.close();
});
