import type { Call } from '@sunfleet/api-client';
import { deviceAddress } from '@sunfleet/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser } from './harness/browser.ts';
import { waitForLiveFleet } from './harness/fleet.ts';
import { callAs, openAs } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';

/** A device of the demo gets a new secret over its own connection and goes on; whoever knows the old one stays outside. */

let server: RunningServer;
let browser: Browser;
let call: Call;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ demo: true, environment: { SUNFLEET_DEMO_HISTORY_DAYS: '1' } }),
    openBrowser(),
  ]);
  await waitForLiveFleet(server);
  call = await callAs(server, ADMIN);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const push = async (sn: string, secret: string) =>
  (
    await fetch(`${server.url}/api/ingest/v1/${sn}/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: '[]',
    })
  ).status;

test('a secret rotated: the device goes on by itself with the new one, and the old one is refused', async () => {
  const { rows } = await call('listDevices', { query: { pageSize: 200 } });
  const { id, sn } = rows.find(({ live }) => live.connection === 'mqtt' && live.status !== 'offline')!;
  const { page, context, errors } = await openAs({ server, browser }, ADMIN, {
    path: `${deviceAddress(id)}&tab=about`,
  });
  const card = page.getByRole('region', { name: 'Secret' });
  await card.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  const secret = (await page.getByRole('dialog').locator('code').first().textContent())!;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have kept it' }).click();

  await expect.poll(async () => (await call('getDeviceSecret', { params: { id } })).state).toBe('good');
  await page.reload();
  await card.getByText('valid', { exact: true }).waitFor();
  const since = Date.now();
  await expect
    .poll(async () => (await call('getDevice', { params: { id } })).live.lastDataAt, { timeout: 180_000 })
    .toBeGreaterThan(since - 1000);
  expect([await push(sn, secret), await push(sn, `${secret.slice(1)}A`)]).toEqual([200, 401]);

  await page.setViewportSize({ width: 360, height: 740 });
  const wide = () => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  expect(await wide()).toBe(false);
  await card.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await card.getByText('revoked: the device is refused').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await expect.poll(() => push(sn, secret)).toBe(401);
  expect(errors).toEqual([]);
  await context.close();
});
