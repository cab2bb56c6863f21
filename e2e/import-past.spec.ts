import { ADDRESSES } from '@sunfleet/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openAs } from './harness/people.ts';
import { ADMIN } from './harness/server.ts';
import { openStage } from './harness/stage.ts';
import { makeStation } from './harness/stations.ts';

/** A file of long ago: what the page says of it before and after, and that the page holds together at any width. */

let stage: Awaited<ReturnType<typeof openStage>>;

beforeAll(async () => {
  stage = await openStage();
  await makeStation(stage.server, stage.admin, 'Old mill');
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
