import { ADDRESSES } from '@sunfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMqttDevice } from '../apps/simulator/src/run/mqtt-device.ts';
import { measureVisit, SLOW } from '../bench/web/visit.ts';
import { openPlant } from './harness/operated-plant.ts';
import { openBrowser, openPage } from './harness/browser.ts';
import { runSql } from './harness/database.ts';
import { callAs, openAs } from './harness/people.ts';
import { releaseFirmware } from './harness/release-firmware.ts';
import { ADMIN, startServer, type RunningServer } from './harness/server.ts';
import { makeStation, type MadeStation } from './harness/stations.ts';

/** Pages on bad lines, without a server, and while another version of it starts. */

let server: RunningServer;
let browser: Browser;
let station: MadeStation;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  station = await makeStation(server, await callAs(server, ADMIN), 'Survivor');
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (path: string, options: { width?: number; height?: number } = {}) =>
  openAs({ server, browser }, ADMIN, { path, ...options });

/** Follows a link of the menu. */
const choose = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** A logger in the middle of an upgrade: it has a part of its image. */
async function beginUpgrade() {
  const call = await callAs(server, ADMIN);
  const sn = 'UPGRADED-1';
  const added = await call('addDevice', {
    params: { id: station.id },
    body: { sn, kind: 'logger', model: 'SF-L1' },
  });
  const { id } = added.device;
  const homes = await call('organisationTree', { query: {} });
  const device = openMqttDevice({
    gateways: { mqtt: `mqtt://127.0.0.1:${server.ports.mqtt}`, http: server.url },
    organisation: homes[0]!.code,
    device: { sn, model: 'SF-L1', manufacturer: 'Sunfleet' },
    signIn: { secret: () => added.secret, onSecret: () => undefined },
    onRefused: () => undefined,
    fault: 'slow',
    pauseMs: 1500,
  });
  await device.restart();
  await expect.poll(async () => (await call('getDevice', { params: { id } })).firmware).toBe('1.4.2');
  const sql = (text: string, values: unknown[] = []) => runSql(server, text, values);
  await releaseFirmware(server.dataDir, sql, {
    name: 'Logger',
    version: '2.0.0',
    model: 'SF-L1',
    bytes: 2_000_000,
  });
  // As if it had been approved and had failed: it is tried again at once.
  await sql(
    `WITH made AS (INSERT INTO firmware_upgrades (firmware_id, user_id, most_failed, state, created_at, ended_at)
       SELECT (SELECT max(id) FROM firmware), users.id, 100, 'finished', now(), now() FROM users WHERE email = $1 RETURNING id)
     INSERT INTO firmware_upgrade_devices (upgrade_id, device_id, wave, state, ended_at) SELECT id, $2, 0, 'failed', now() FROM made`,
    [ADMIN.email, id],
  );
  const upgrade = (await call('listDeviceUpgrades', { params: { id } })).rows[0]!;
  await call('retryFirmwareUpgrade', { params: { id: upgrade.id } });
  const share = async () => (await call('listDeviceUpgrades', { params: { id } })).rows[0]?.share ?? 0;
  await expect.poll(share, { timeout: 90_000 }).toBeGreaterThan(0.2);
  return { id, device };
}

/** A task in the middle of a write: its device has done it, and never says so. */
async function beginTask() {
  const call = await callAs(server, ADMIN);
  const plant = await openPlant(server, call, {
    serial: 2_900_881_061,
    name: 'Interrupted',
    fault: 'answersNever',
  });
  const of = { name: 'Reserve', fn: 16, address: 117, data: '001E', dangerous: false } as const;
  const { id: instructionId } = await call('createInstruction', { body: { code: 'RESERVE', ...of } });
  const steps = [{ instructionId }];
  const set = await call('createInstructionSet', { body: { code: 'RESERVE', name: 'Reserve', steps } });
  const { id } = await call('createTask', {
    body: {
      name: 'Reserve',
      instructionSetId: set.id,
      target: { deviceIds: [plant.deviceId] },
      schedule: { kind: 'now' },
      timeZone: 'UTC',
      window: null,
    },
  });
  await expect.poll(() => plant.settings, { timeout: 90_000 }).toEqual({ 'battery.reserve': 30 });
  return { id, plant };
}

/** An import of devices in the middle of its rows. */
async function beginImport() {
  const call = await callAs(server, ADMIN);
  const devices = 60;
  const lines = Array.from({ length: devices }, (_, at) => `ROW-${at},${station.name},battery`);
  const body = new FormData();
  body.append('file', new Blob([['sn,station,kind', ...lines].join('\n')]), 'devices.csv');
  const { id } = await call('checkDeviceImport', { body });
  await call('startDeviceImport', { params: { id }, body: { rows: 'ready' } });
  await expect
    .poll(async () => (await call('getDeviceImport', { params: { id } })).counts.added)
    .toBeGreaterThan(0);
  return { id, devices };
}

test('without a server the page says so, keeps its figures, and is back soon after it', async () => {
  const { page, context } = await open(ADDRESSES.stations);
  const row = page.locator('[data-row]', { hasText: station.name });
  await row.waitFor();
  const { dataDir, ports } = server;
  const upgraded = await beginUpgrade();
  const interrupted = await beginTask();
  const imported = await beginImport();
  await server.stop({ keep: true, signal: 'SIGKILL' });
  const note = page.getByText('Server unreachable, trying again');
  await note.waitFor();
  expect(await row.count()).toBe(1);
  expect(await page.locator('main').getAttribute('data-stale')).toBe('true');
  expect(await page.getByText(/^as of /).count()).toBeGreaterThan(0);
  // A page whose code was never fetched waits for the server, too.
  await choose(page, 'Alarms');
  await page.getByRole('progressbar').waitFor();

  server = await startServer({
    dataDir,
    environment: {
      SUNFLEET_PORT: String(ports.http),
      SUNFLEET_MQTT_PORT: String(ports.mqtt),
      SUNFLEET_V5_PORT: String(ports.v5),
    },
  });
  const dialled = interrupted.plant.logger.upload();
  await heading(page, 'Alarms').waitFor();
  await note.waitFor({ state: 'detached' });
  expect(await page.getByText('This page has failed').count()).toBe(0);
  expect(await page.getByText('could not be loaded').count()).toBe(0);
  // The device goes on where it was, and nothing was said to it twice.
  const call = await callAs(server, ADMIN);
  const own = async () => (await call('listDeviceUpgrades', { params: { id: upgraded.id } })).rows[0];
  await expect.poll(own, { timeout: 90_000 }).toMatchObject({ state: 'succeeded', share: 1 });
  const { rows } = await call('listDeviceCommands', { params: { id: upgraded.id } });
  expect(rows.map(({ asked }) => asked)).toMatchObject([{ type: 'command', name: 'firmware.install' }]);
  await upgraded.device.close();
  // The import goes on, and adds each of its devices once.
  const made = async () => call('getDeviceImport', { params: { id: imported.id } });
  await expect
    .poll(made, { timeout: 90_000 })
    .toMatchObject({ state: 'ended', counts: { added: imported.devices, failed: 0, waiting: 0 } });
  const { total } = await call('listDevices', { query: { q: 'ROW-', kind: 'battery' } });
  expect(total).toBe(imported.devices);
  // The task goes on as well: what was written is read back, and not written again.
  await dialled;
  const task = async () => (await call('listTasks', { query: { id: interrupted.id } })).rows[0];
  await expect
    .poll(task, { timeout: 90_000 })
    .toMatchObject({ state: 'finished', last: { devices: { done: 1 } } });
  const sent = await call('listDeviceCommands', { params: { id: interrupted.plant.deviceId }, query: {} });
  const writes = sent.rows.filter(({ asked }) => asked.type === 'modbusWrite');
  expect(writes).toMatchObject([{ state: 'unknown', asked: { addr: 117, words: [30] } }]);
  interrupted.plant.logger.close();
  await context.close();
});

test('a page whose code a new version has replaced is loaded again by itself, once', async () => {
  const { page, context } = await open(ADDRESSES.stations);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const gone = /assets\/audit[^/]*\.js/;
  await page.route(gone, (route) => route.fulfill({ status: 404, body: '{}' }));
  page.once('load', () => void page.unroute(gone));
  await choose(page, 'Audit log');
  await heading(page, 'Audit log').waitFor();
  expect(loads).toBe(1);
  await context.close();
});

test('a sign-in that is not to be remembered holds in every open tab, and ends in all of them', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(`${server.url}/#/login`);
  await page.locator('input[autocomplete="username"]').fill(ADMIN.email);
  await page.locator('input[type="password"]').fill(ADMIN.password);
  await page.getByRole('checkbox', { name: 'Stay signed in on this device' }).uncheck();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('[data-row]').first().waitFor();
  const other = await context.newPage();
  await other.goto(`${server.url}/#${ADDRESSES.alarms}`);
  await heading(other, 'Alarms').waitFor();
  await other.getByRole('button', { name: /^Account of/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading(page, 'Sign in').waitFor();
  await context.close();
});

test('a click shows something before anything that it asks for can have come', async () => {
  const { page, context } = await open(ADDRESSES.stations);
  const held = Promise.withResolvers<undefined>();
  await page.route('**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await choose(page, 'Overview');
  await page.getByRole('progressbar').waitFor();
  expect(await heading(page, 'Overview').count()).toBe(0);
  held.resolve(undefined);
  await heading(page, 'Overview').waitFor();
  await context.close();
});

// How long it takes is measured by `npm run bench -- web`. What is fetched is the same each time, and on a bad line it is what takes the time.
test('the login and the list of stations fetch as little as a line of 400 kbit/s allows', async () => {
  const visit = await measureVisit(browser, {
    url: server.url,
    account: ADMIN.email,
    password: ADMIN.password,
    line: SLOW,
  });
  expect(visit.login.requests).toBeLessThanOrEqual(12);
  expect(visit.login.bytes).toBeLessThan(125_000);
  expect(visit.rows.bytes).toBeLessThan(275_000);
});
