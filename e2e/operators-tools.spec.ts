import { readFile } from 'node:fs/promises';
import { ADDRESSES } from '@sunfleet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openStage } from './harness/stage.ts';
import { openAs } from './harness/people.ts';
import { ADMIN } from './harness/server.ts';

/** What who operates the platform does in its tools: devices of a table, a device that is refused, words of one's own, calls, and local mode. */

const { server, browser, admin, close } = await openStage();
let opened: Awaited<ReturnType<typeof openAs>>;
beforeAll(async () => {
  const station = { type: 'residential', capacityKw: 10, latitude: 48, longitude: 11 } as const;
  await admin('createStation', { body: { name: 'Barn', ...station } });
  opened = await openAs({ server, browser }, ADMIN, { path: ADDRESSES.uploadItems });
});
afterAll(async () => {
  await opened.context.close();
  await close();
});

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('devices of a table are added by the server while the page is closed, and a wrong cell keeps no other one out', async () => {
  const { page } = opened;
  const rows = ['sn,station,kind', 'TABLE-1,Barn,inverter', 'TABLE-2,Barn,rocket', 'TABLE-3,Nowhere,meter'];
  await page.locator('input[type="file"]').setInputFiles(file('devices.csv', rows.join('\n')));
  await page.getByRole('row', { name: /TABLE-2.*kind: / }).waitFor();
  await page.getByRole('row', { name: /TABLE-3.*Nowhere/ }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const started = page.waitForResponse((response) => response.url().endsWith('/start'));
  await page.getByRole('button', { name: 'Add these (1)' }).click();
  await started;
  await page.goto('about:blank');
  const added = async () => (await admin('listDevices', { query: {} })).rows.map(({ sn }) => sn);
  await expect.poll(added).toEqual(['TABLE-1']);
  await page.goto(`${server.url}/#${ADDRESSES.uploadItems}`);
  await page.getByRole('link', { name: 'devices.csv' }).click();
  await page.getByText('Added: 1. Refused: 1. Wrong: 1.').waitFor();
  // What was refused is tried again once its station is there.
  const station = { type: 'residential', capacityKw: 10, latitude: 48, longitude: 11 } as const;
  await admin('createStation', { body: { name: 'Nowhere', ...station } });
  await page.getByRole('button', { name: 'Try refused ones again (1)' }).click();
  await page.getByRole('row', { name: /TABLE-3.*added/ }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save secrets (CSV)' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(
    /TABLE-1,Barn,[A-Z2-7]{32}\r\nTABLE-3,Nowhere,/,
  );
});

test('words of the installation are shown in the open page and at the login, and taken away again', async () => {
  const { page } = opened;
  await page.getByRole('link', { name: 'Translations' }).click();
  await page.getByRole('heading', { level: 1, name: 'Translations' }).waitFor();
  const rows = ['key,text', 'texts:title,Own words', 'accounts:nothing,x', 'texts:own,no values'];
  await page.locator('input[type="file"]').setInputFiles(file('texts.csv', rows.join('\n')));
  await page.getByRole('row', { name: /accounts:nothing.*no text with this key/ }).waitFor();
  await page.getByRole('row', { name: /texts:own.*same values/ }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Leave these out' }).click();
  await page.getByRole('button', { name: 'Show these texts' }).click();
  await page.getByRole('heading', { level: 1, name: 'Own words' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Own words' }).waitFor();
  await page.getByRole('button', { name: 'Back to the texts of the product' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Back to the texts of the product' }).click();
  await page.getByRole('heading', { level: 1, name: 'Translations' }).waitFor();
});

test('a device that reported before anybody added it is blocked, which refuses what it sends, and allowed again', async () => {
  const { page } = opened;
  const [home] = await admin('organisationTree', { query: {} });
  const { key } = await admin('createIngestKey', { body: { organisationId: home!.id, name: 'Journey' } });
  const report = async () => {
    const response = await fetch(`${server.url}/api/ingest/influx?precision=ms`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
      body: `pv,sn=STRAY-1 ac.power=1000 ${Date.now()}`,
    });
    return response.ok;
  };
  expect(await report()).toBe(true);
  await page.goto(`${server.url}/#${ADDRESSES.connectedDevices}`);
  const row = page.locator('[data-row]', { hasText: 'STRAY-1' });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect.poll(report).toBe(false);
  await page.locator('.ant-segmented').getByText('Blocked', { exact: true }).click();
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Allow again' }).click();
  await expect.poll(report).toBe(true);
});

test('a route is called in the console as whoever is signed in', async () => {
  const { page } = opened;
  await page.goto(`${server.url}/#${ADDRESSES.apiConsole}?route=listStations`);
  await page.getByRole('button', { name: 'Send GET' }).click();
  await page.getByRole('region', { name: 'Answer' }).getByText('Barn').first().waitFor();
});

test('a product is offered to the companion app with a safety standard, which a device page of the app reads', async () => {
  const { page } = opened;
  const made = {
    manufacturer: 'Maker',
    model: 'Hybrid 10',
    kind: 'hybrid',
    profileId: 'deye-hybrid-3p',
  } as const;
  await admin('createProduct', {
    body: { product: { ...made, warranty: {}, specification: {} }, everybody: true },
  });
  await page.goto(`${server.url}/#${ADDRESSES.localModes}`);
  await page.getByRole('button', { name: 'Edit: Maker Hybrid 10' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Add a standard' }).click();
  await dialog.getByLabel('Standard', { exact: true }).fill('VDE-AR-N 4105');
  await dialog.getByLabel('Number in the inverter').fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Hybrid 10.*VDE-AR-N 4105/ }).waitFor();
  const [mode] = await admin('listLocalModes', {});
  expect(mode).toMatchObject({
    product: { model: 'Hybrid 10' },
    standards: [{ code: 'VDE-AR-N 4105', value: 3 }],
  });
  expect(opened.errors).toEqual([]);
});
