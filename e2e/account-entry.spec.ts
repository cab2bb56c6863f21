import type { Call } from '@sunfleet/api-client';
import net from 'node:net';
import { ADDRESSES, LANGUAGES } from '@sunfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, typePassword } from './harness/accounts.ts';
import { openBrowser, openPage } from './harness/browser.ts';
import { callAs } from './harness/people.ts';
import { ADMIN, startServer, type RunningServer } from './harness/server.ts';

/** The way in: nodes, the look of a host, visitors, languages. */

let server: RunningServer;
let browser: Browser;
let admin: Call;
let port: number;

beforeAll(async () => {
  port = await freePort();
  const own = `http://127.0.0.1:${port}`;
  const environment = {
    SUNFLEET_PORT: String(port),
    // One server under two names: the second node is reached across origins as another region would be.
    SUNFLEET_NODES: `europe=${own};name=Lisbon,china=http://localhost:${port}`,
    SUNFLEET_CORS_ORIGINS: own,
  };
  [server, browser] = await Promise.all([startServer({ demo: false, environment }), openBrowser()]);
  admin = await callAs(server, ADMIN);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

function freePort(): Promise<number> {
  const probe = net.createServer();
  return new Promise((resolve) =>
    probe.listen(0, '127.0.0.1', () => {
      const { port: found } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(found));
    }),
  );
}

test('the chosen node is remembered and signs in', async () => {
  const { page, context } = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${server.url}/#/login`);
  const node = page.getByLabel('Data node');
  await node.waitFor();
  expect(await node.getByRole('option').allInnerTexts()).toEqual(['Lisbon', 'China']);
  expect(await node.locator('option:checked').innerText()).toBe('Lisbon');
  await node.selectOption({ label: 'China' });
  await page.reload();
  await node.waitFor();
  expect(await node.locator('option:checked').innerText()).toBe('China');
  await typePassword(page, ADMIN);
  await page.getByRole('button', { name: /^Account of/ }).waitFor();
  await page.getByRole('searchbox').first().waitFor();
  expect(asked).toContain(`http://localhost:${port}/api/ups/user/login`);
  expect(asked.some((url) => url.startsWith(`http://localhost:${port}/api/stations`))).toBe(true);
  await context.close();
});

const submitColor = (page: Page) =>
  page
    .getByRole('button', { name: 'Sign in', exact: true })
    .evaluate((button) => getComputedStyle(button).backgroundColor);

test('a host has the colour that an administrator gave it, any other one the usual red', async () => {
  const themed = `sunny.example.test:${port}`;
  const { page, context } = await openPage(browser);
  await signIn(page, server.url, ADMIN);
  await page.goto(`${server.url}/#${ADDRESSES.platform}`);
  await page.getByRole('tab', { name: 'Appearance' }).click();
  await page.getByRole('button', { name: 'Add host' }).click();
  await page.getByLabel('Host name').fill(themed);
  await page.getByLabel('Colour', { exact: true }).fill('#0B6E4F');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The themes are saved.').waitFor();

  const visit = await openPage(browser);
  await visit.page.goto(`http://${themed}/#/login`);
  await expect.poll(() => submitColor(visit.page)).toBe('rgb(11, 110, 79)');
  for (const other of [`other.example.test:${port}`, `127.0.0.1:${port}`]) {
    await visit.page.goto(`http://${other}/#/login`);
    await visit.page.waitForLoadState('networkidle');
    expect(await submitColor(visit.page)).toBe('rgb(202, 11, 15)');
  }
  await Promise.all([context.close(), visit.context.close()]);
});

test('a visitor sees shared stations only, masked, and nothing to change', async () => {
  const place = { type: 'commercial', capacityKw: 60, latitude: 41.1, longitude: -8.6 } as const;
  const { id } = await admin('createStation', {
    body: { ...place, name: 'Shared roof', address: 'Rua do Sol 7' },
  });
  await admin('createStation', { body: { ...place, name: 'Private roof' } });
  await admin('shareStation', { params: { id }, body: { shared: true } });
  const { page, context, errors } = await openPage(browser);
  await page.goto(`${server.url}/#/login`);
  await page.getByRole('button', { name: 'Look around as a visitor' }).click();
  await page.waitForURL('**/powerStation**');
  await page.locator('[data-row]').first().waitFor();
  expect(await page.locator('[data-row]').count()).toBe(1);
  await page.getByText('Visitor: people and contacts are masked, nothing can be changed.').waitFor();
  await page.locator('[data-row]').first().click();
  await page.waitForURL(`**${ADDRESSES.station}/**`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  const text = await page.locator('body').innerText();
  expect(text).not.toContain('Rua do Sol');
  expect(text).not.toContain('Private roof');
  const writes = /^(edit|delete|create|add|import|authorise|hand over|invite|save|label|change)/i;
  expect(await page.getByRole('button', { name: writes }).allInnerTexts()).toEqual([]);
  expect(await page.getByRole('link', { name: writes }).allInnerTexts()).toEqual([]);
  await page.goto(`${server.url}/#${ADDRESSES.account}`);
  await page
    .getByText(/no permission|not allowed|permission/i)
    .first()
    .waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)('%s: the way in speaks the language and fits a phone', async (language) => {
  const { page, context, errors } = await openPage(browser, { language, width: 360, height: 740 });
  for (const path of ['login', 'register', 'forget_password']) {
    await page.goto(`${server.url}/#/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button').first().waitFor();
    if (path === 'login') await page.getByRole('tab').nth(1).click();
    // The fields of an organisation make the form as long as it can be.
    if (path === 'register') await page.getByRole('radio').nth(1).check();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    // A missing text would show its key.
    expect(await page.locator('main').innerText()).not.toMatch(/(^|\s)[a-z]+(\.[a-z]\w*)+/m);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
  expect(errors).toEqual([]);
  await context.close();
});

test('the login needs no component library: it can be used before that has come', async () => {
  const { page, context } = await openPage(browser, { width: 360 });
  const held: string[] = [];
  // They never come.
  await page.route(/\/assets\/(antd|daily|echarts|calendar)-.*\.js/, (route) => {
    held.push(new URL(route.request().url()).pathname);
  });
  await page.goto(`${server.url}/#/login`);
  await typePassword(page, { email: ADMIN.email, password: 'not the password' });
  await page.getByRole('alert').waitFor();
  // What most people open next is on its way meanwhile, and no charts.
  await expect.poll(() => held.some((file) => file.includes('/antd-'))).toBe(true);
  expect(held.filter((file) => /\/(echarts|calendar)-/.test(file))).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});
