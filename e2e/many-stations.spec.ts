import { readFile } from 'node:fs/promises';
import { ADDRESSES, searchAddress } from '@sunfleet/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { runSql } from './harness/database.ts';
import { openAs } from './harness/people.ts';
import { ADMIN } from './harness/server.ts';
import { openStage } from './harness/stage.ts';

/** The daily work of an operator with 100,000 stations: 5,000 of them come from a table, the others were there. */

const IN_TABLE = 5_000;
const ALL = 100_000;
const HEADINGS = 'name,type,capacityKw,latitude,longitude';
const WRONG = { 17: ['capacityKw', 'much'], 2_500: ['latitude', '95'], 4_999: ['type', 'roof'] } as const;

/** Long enough for a machine that does other work meanwhile. */
const soon = { timeout: 90_000 };

let stage: Awaited<ReturnType<typeof openStage>>;

beforeAll(async () => {
  stage = await openStage();
  await stage.admin('createOrganisation', { body: { name: 'Meridian Operations', parentId: null } });
});

afterAll(() => stage?.close());

/** The table; a wrong one has three wrong cells, by the row of the spreadsheet. */
function table(wrong: boolean): { name: string; mimeType: string; buffer: Buffer } {
  const lines = Array.from({ length: IN_TABLE }, (_, index) => {
    const n = index + 1;
    const row: Record<string, string> = {
      name: `Table ${String(n).padStart(4, '0')}`,
      type: 'commercial',
      capacityKw: String(50 + (n % 400)),
      latitude: (36 + (n % 700) / 100).toFixed(2),
      longitude: (-6 + (n % 500) / 100).toFixed(2),
    };
    const mistake = wrong ? WRONG[(n + 1) as keyof typeof WRONG] : undefined;
    if (mistake) row[mistake[0]] = mistake[1];
    return HEADINGS.split(',')
      .map((heading) => row[heading])
      .join(',');
  });
  const text = [HEADINGS, ...lines].join('\n');
  return { name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

const choose = (page: Page, wrong: boolean) => page.locator('input[type="file"]').setInputFiles(table(wrong));

test('of 5,000 stations with three wrong cells none is created, and all of them once these are right', async () => {
  const { page, context, errors } = await openAs(stage, ADMIN, { path: ADDRESSES.addStations });
  await choose(page, true);
  await page.getByText('fleet.csv: wrong cells: 3.').waitFor(soon);
  for (const [row, [column, value]] of Object.entries(WRONG)) {
    const cell = `${'ABCDE'[HEADINGS.split(',').indexOf(column)]}${row}`;
    const told = page.locator('[data-row]').filter({ hasText: cell });
    expect(await told.innerText()).toContain(value);
  }
  expect(await page.locator('[data-row]').count()).toBe(3);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await stage.admin('listStations', { query: {} })).total).toBe(0);

  await choose(page, false);
  await page.getByText('fleet.csv: 5,000 stations, no cell is wrong.').waitFor(soon);
  await page.getByRole('combobox', { name: 'Organisation' }).click();
  await page.getByTitle('Meridian Operations').click();
  await page.getByRole('button', { name: 'Create 5,000 stations' }).click();
  await page.getByText('Stations created from fleet.csv: 5,000.').waitFor({ timeout: 240_000 });
  await page.getByRole('link', { name: 'Show the stations' }).click();
  await page.locator('[data-row]').first().waitFor(soon);
  expect((await stage.admin('listStations', { query: {} })).total).toBe(IN_TABLE);
  expect(errors).toEqual([]);
  await context.close();
});

/** The other stations of the fleet, with states as a fleet's are spread. */
async function fillUp(): Promise<void> {
  await runSql(
    stage.server,
    `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude, country, address)
     SELECT (SELECT id FROM organisations WHERE name = 'Meridian Operations'), 'Plant ' || n,
       (ARRAY['residential','commercial','utility'])[1 + n % 3], 5 + n % 500, 'Europe/Madrid',
       36 + (n % 900) / 100.0, -9 + (n % 1200) / 100.0, 'ES', n || ' Solar Lane'
     FROM generate_series(1, $1::int) AS n`,
    [ALL - IN_TABLE],
  );
  await runSql(
    stage.server,
    `INSERT INTO station_states (station_id, status, communication, power, energy_today, last_data_at)
     SELECT id, (ARRAY['normal','normal','normal','standby','alarm','offline'])[1 + id % 6], 'online',
       (id * 104729 % 1000003) / 10.0, id * 31 % 997, now() FROM stations
     ON CONFLICT (station_id) DO UPDATE SET status = excluded.status, power = excluded.power`,
  );
  await runSql(stage.server, 'ANALYZE stations, station_states');
}

/** Saves what the list shows under a name, and opens the list with it from now on. */
async function saveView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('menuitem', { name: 'Save as a view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the view').fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`The view “${name}” is saved.`).waitFor(soon);
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Open the list with it' }).click();
}

/** Has the list written as CSV and answers its lines. */
async function exported(page: Page, rows: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  const dialog = page.getByRole('dialog');
  const file = dialog.getByRole('listitem').filter({ hasText: `${rows} rows` });
  const ready = file.getByRole('button', { name: 'Download' });
  await ready.waitFor({ timeout: 240_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), ready.click()]);
  const lines = (await readFile((await download.path())!, 'utf8')).trimEnd().split('\r\n');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'hidden' });
  return lines;
}

test('among 100,000 stations: a view that opens the list, a favourite that stands first, and files of just that', async () => {
  await fillUp();
  const { page, context, errors } = await openAs(stage, ADMIN, { path: ADDRESSES.stations });
  await page.getByText('100,000').first().waitFor(soon);
  const all = await exported(page, '100,000');
  expect(all.length).toBe(1 + ALL);

  const search = page.getByLabel('Name, address or serial number');
  await search.fill('Plant 947');
  await page
    .getByRole('button', { name: /^Offline/ })
    .first()
    .click();
  await page.locator('[data-row]').first().waitFor(soon);
  await page.waitForURL(/status=offline/);
  await saveView(page, 'Silent plants');
  const { total } = await stage.admin('listStations', { query: { q: 'Plant 947', status: 'offline' } });
  expect(total).toBeGreaterThan(0);
  const few = await exported(page, String(total));
  expect(few.length).toBe(1 + total);
  expect(few.slice(1).every((line) => line.includes('Plant 947'))).toBe(true);

  const last = page.locator('[data-row]').last();
  const name = /Plant \d+/.exec(await last.innerText())![0];
  await last.getByRole('button', { name: new RegExp(name) }).click();
  await page.locator('[data-row]').first().filter({ hasText: name }).waitFor(soon);

  await page.goto('about:blank');
  await page.goto(`${stage.server.url}/#${ADDRESSES.stations}`);
  await page.getByRole('button', { name: 'Silent plants' }).waitFor(soon);
  await page.locator('[data-row]').first().filter({ hasText: name }).waitFor(soon);
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('one of 100,000 is found by a name with a typing error and by keys alone, then all that are alike, and the favourites at their address', async () => {
  const { page, context, errors } = await openAs(stage, ADMIN, { path: ADDRESSES.labels });
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .waitFor(soon);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search stations/ }).fill('Tabel 4711');
  await page
    .getByRole('option', { name: /^Table 4711/ })
    .first()
    .waitFor(soon);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Table 4711' }).waitFor(soon);

  await page.goto(`${stage.server.url}/#${searchAddress('Table 47')}`);
  await page
    .getByRole('link', { name: /^Table 47/ })
    .first()
    .waitFor(soon);
  expect(await axeViolations(page)).toEqual([]);

  await page.goto(`${stage.server.url}/#${ADDRESSES.favourites}`);
  await page.waitForURL(/favourite=/);
  const rows = page.locator('[data-row]');
  await expect.poll(() => rows.count(), soon).toBe(1);
  expect(await rows.innerText()).toMatch(/Plant \d+/);
  expect(errors).toEqual([]);
  await context.close();
});
