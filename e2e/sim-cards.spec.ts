import { ADDRESSES } from '@sunfleet/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser } from './harness/browser.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';

/** SIM cards from a table with a wrong cell, then from the right one; what a card needs is seen in the list and told by a message. */

const soon = { timeout: 60_000 };
const [FULL, SPARE] = ['89490200001000000001', '89490200001000000002'];
const HEAD = 'ICCID,Status,Used data (MB),Data of the plan (MB),Expires on';

let server: RunningServer;
let browser: Browser;
let head: Person;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  const admin = await callAs(server, ADMIN);
  const { id } = await admin('createOrganisation', { body: { name: 'North Solar', parentId: null } });
  head = await registerPerson(server, 'Hanna Head', { organisationId: id, role: 'organisationAdmin' });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const table = (used: string) => ({
  name: 'cards.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, `${FULL},Active,${used},100,2099-01-31`, `${SPARE},Ready,,100,`].join('\n')),
});

test('a table of cards is imported once its wrong cell is mended, and the card that needs somebody is seen and told', async () => {
  const { page, errors } = await openAs({ server, browser }, ADMIN, {
    path: ADDRESSES.sims,
    width: 1440,
    height: 900,
  });
  await page.getByRole('button', { name: 'Import' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Organisation of the cards').selectOption({ label: 'North Solar' });
  await dialog.locator('input[type="file"]').setInputFiles(table('much'));
  await dialog.getByText('“much” is not a number.').waitFor();
  await dialog.getByText('C2', { exact: true }).waitFor();
  const write = dialog.getByRole('button', { name: 'Import', exact: true });
  expect(await write.isDisabled()).toBe(true);
  await dialog.locator('input[type="file"]').setInputFiles(table('85'));
  await dialog.getByText(/new cards: 2, known ones: 0/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await write.click();
  const row = page.locator('[data-row]', { hasText: FULL });
  await row.getByText('80 % of data used').waitFor();
  await row.getByText('85 of 100 MB').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);

  const admin = await callAs(server, ADMIN);
  const told = async () => {
    const { rows } = await admin('listOutbox', { query: { q: head.email } });
    return rows.filter(({ text }) => text.includes(FULL) && !text.includes(SPARE)).length;
  };
  await expect.poll(told, soon).toBe(1);

  const phone = await openAs({ server, browser }, head, {
    path: `${ADDRESSES.sims}?alert=volume80`,
    width: 360,
    height: 780,
  });
  await phone.page.getByText(FULL).waitFor();
  expect(await phone.page.getByText(SPARE).count()).toBe(0);
  await phone.context.close();
});
