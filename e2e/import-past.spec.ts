import { ADDRESSES, stationAddress } from '@sunfleet/contract';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openAs } from './harness/people.ts';
import { ADMIN } from './harness/server.ts';
import { openStage } from './harness/stage.ts';
import { makeStation } from './harness/stations.ts';

/** A file of long ago: what the page says of it before and after, and that the page holds together at any width. */

let stage: Awaited<ReturnType<typeof openStage>>;
let mill: number;

beforeAll(async () => {
  stage = await openStage();
  mill = (await makeStation(stage.server, stage.admin, 'Old mill')).id;
});

afterAll(() => stage?.close());

/** Fifteen days of 2020 in steps of five minutes; the first night is longer than what a page shows. */
function fileOf2020(): string {
  const rows = Array.from({ length: 15 * 288 }, (_, n) => {
    const time = new Date(Date.UTC(2020, 5, 1) + n * 300_000).toISOString().slice(0, 16);
    const day = n % 288 > 72 && n % 288 < 240;
    return `${time},${day ? 4.2 : 0},${1000 + n / 10}`;
  });
  return `time,AC power (kW),Total yield (kWh)\n${rows.join('\n')}\n`;
}

async function openWizard(width: number): Promise<Awaited<ReturnType<typeof openAs>>> {
  const opened = await openAs(stage, ADMIN, { path: ADDRESSES.newImport, width, height: 900 });
  const file = { name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(fileOf2020()) };
  await opened.page.locator('input[type="file"]').setInputFiles(file);
  await opened.page.getByRole('region', { name: 'old.csv' }).waitFor();
  return opened;
}

/** Controls of the form that reach out of the card in which they stand. */
function outsideTheirCard(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main .ant-select, main input, main label')].flatMap((control) => {
      const card = control.closest('section');
      if (!card) return [];
      const out = control.getBoundingClientRect().right - card.getBoundingClientRect().right;
      return out > 0.5 ? [`${control.textContent ?? ''} ${Math.round(out)} px`] : [];
    }),
  );
}

test.each([1440, 1024, 360])('no control of the wizard runs over its neighbour at %d px', async (width) => {
  const { page, context, errors } = await openWizard(width);
  expect(await outsideTheirCard(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('the page says what remains of a file of 2020, the result says it again, and the import is taken back', async () => {
  const { page, context } = await openWizard(1440);
  const rows = page.getByRole('region', { name: 'old.csv' });
  expect(await rows.locator('tbody tr').first().innerText()).toContain('4.2');
  await page.getByRole('combobox', { name: 'Station' }).fill('Old mill');
  await page.getByTitle('Old mill').click();
  await page.getByRole('textbox', { name: 'Serial number', exact: true }).fill('OLD0000001');
  await page.getByText(/remain as means and energies/).waitFor();
  await page.getByText(/^(?:Jun 1|May 31), 2020, .+ – Jun 15, 2020, /).waitFor();
  await page.getByRole('button', { name: 'Check and import' }).click();
  await page.getByText(/8,?640 values are from before/).waitFor();
  await page.getByText('AC power (kW) × 1,000 → AC power (W)').waitFor();
  const imported = page.url();
  await readFiguresOfJune(page);
  await page.goto(imported);
  await page.getByRole('button', { name: 'Take back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take back the import “old.csv”?' });
  await dialog.getByText('8,640', { exact: true }).waitFor();
  await dialog.getByText('OLD0000001').waitFor();
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await page.getByText(/^Taken back by .+ on /).waitFor();
  await page.reload();
  await page.getByText(/^Taken back by .+ on /).waitFor();
  expect(await page.getByRole('button', { name: 'Take back' }).count()).toBe(0);
  await context.close();
});

/** How many days of a range have a measured energy. */
async function measuredDays(id: number, { from, to }: { from: string; to: string }): Promise<number> {
  const { buckets } = await stage.admin('stationEnergy', {
    params: { id },
    query: { grain: 'day', from, to },
  });
  return buckets.filter(({ energies: { pv } }) => pv !== undefined).length;
}

/** Key figures of the imported days open to what they are made of, or say why one is missing; nobody saw the light by which losses are told. */
async function readFiguresOfJune(page: Page): Promise<void> {
  const query = { grain: 'month', from: '2020-06-01', to: '2020-06-30' } as const;
  await expect
    .poll(() => measuredDays(mill, query), { timeout: 240_000, interval: 1000 })
    .toBeGreaterThan(12);
  // What a station should have given, and with it the days of its figures, follows by itself.
  const known = async () =>
    (await stage.admin('stationKpis', { params: { id: mill }, query })).total.sums.energy.days;
  await expect.poll(known, { timeout: 240_000, interval: 1000 }).toBeGreaterThan(12);
  await page.goto(`${stage.server.url}/#${stationAddress(mill, 'kpis')}&kpis=month&kpisIn=2020-06`);
  const figure = (name: string) =>
    page.locator('details', { has: page.locator('summary', { hasText: name }) }).first();
  const energy = figure('Final yield');
  // Days after the file are among them, because what they gave is not known.
  await energy.getByText(/Known days: 1\d of 30/).waitFor({ timeout: 180_000 });
  await energy.locator('summary').click();
  // 360 kWh in 15 days by the counter, by the capacity of the station.
  await energy.getByText('Nameplate power', { exact: true }).waitFor();
  await figure('Performance ratio')
    .getByText('No sensor that is believed measures light, on the modules or on the horizontal.')
    .waitFor();
  await figure('Inverter efficiency')
    .getByText('DC power is not measured of nearly all inverters.')
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(`${stage.server.url}/#${stationAddress(mill, 'losses')}&losses=month&lossesIn=2020-06`);
  await page.getByText('Losses need light that somebody saw').waitFor();
  expect(await axeViolations(page)).toEqual([]);
}

const ROOT = path.join(import.meta.dirname, '..');
const RECORDED = path.resolve(ROOT, process.env.SUNFLEET_DATA ?? '../shared/data');
const OCTOBER = { from: '2022-10-01', to: '2022-10-14' };

/** Sends the recorded plant through the gateways, as `npm run replay` does; answers the id of its station. */
async function replayEnerpos(): Promise<number> {
  const child = spawn(
    process.execPath,
    [path.join(ROOT, 'apps/simulator/src/replay/main.ts'), 'enerpos', '--at', 'own'].concat(
      ['--api', stage.server.url, '--user', ADMIN.email, '--password', ADMIN.password],
      ['--data', RECORDED],
    ),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect((await once(child, 'exit'))[0], said).toBe(0);
  return Number(/\((\d+)\) with/.exec(said)![1]);
}

test.skipIf(!existsSync(path.join(RECORDED, 'enerpos')))(
  'a recorded plant of two roofs is designed anew, its expectation changes, its performance ratio opens to its inputs, and its losses add up',
  async () => {
    const { admin } = stage;
    const id = await replayEnerpos();
    const params = { id };
    await expect.poll(() => measuredDays(id, OCTOBER), { timeout: 300_000 }).toBe(14);
    const expected = async () =>
      (await admin('stationKpis', { params, query: { grain: 'day', ...OCTOBER } })).total.sums.compared;
    const save = async () => {
      const { versions, revision } = await admin('stationDesignOf', { params });
      await admin('setStationDesign', { params, body: { versions, revision } });
    };
    await save();
    await expect.poll(async () => (await expected()).days, { timeout: 180_000 }).toBe(14);
    const whole = (await expected()).expected;

    const { page, context, errors } = await openAs(stage, ADMIN, {
      path: stationAddress(id, 'design'),
      width: 1440,
      height: 900,
    });
    await page.getByText(/144 × TE2000 210Wp/).waitFor();
    await page.getByText(/90 × TE2000 210Wp/).waitFor();
    await page.getByRole('button', { name: 'Change design' }).click();
    const south = page.getByRole('group', { name: 'South-west' });
    await south.getByLabel(/^Number of modules/).fill('72');
    await page.getByRole('button', { name: 'Save design' }).click();
    await page.getByText(/72 × TE2000 210Wp/).waitFor();
    // 162 of 234 modules: each gives as much as before.
    const share = async () => Math.round(((await expected()).expected / whole) * 100);
    await expect.poll(share, { timeout: 180_000 }).toBe(69);

    await page.goto(
      `${stage.server.url}/#${stationAddress(id, 'kpis')}&kpis=month&kpisIn=${OCTOBER.from.slice(0, 7)}`,
    );
    const ratio = page.locator('details', { hasText: 'Performance ratio' }).first();
    await ratio
      .getByText(/\d\d\.\d\s?%/)
      .first()
      .waitFor();
    await ratio.locator('summary').click();
    await ratio.getByText('Nameplate power in that light').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.goto(`${stage.server.url}/#${stationAddress(id, 'losses')}&losses=year&lossesIn=2022`);
    const table = page.getByRole('table', { name: 'Where the energy went' });
    await table.getByRole('row', { name: /^Measured/ }).waitFor();
    const losses = await admin('stationLosses', { params, query: { from: '2022-01-01', to: '2022-12-31' } });
    expect(losses.days.judged).toBeGreaterThanOrEqual(14);
    const lost = losses.parts.reduce((sum, { energy }) => sum + energy, 0);
    expect(losses.standard - lost).toBe(losses.measured);
    // Causes, the light they begin with and what was measured, below the names of the columns.
    expect(await table.getByRole('row').count()).toBe(losses.parts.length + 3);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(360);
    expect(errors).toEqual([]);
    await context.close();
  },
);
