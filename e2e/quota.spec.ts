import { ADDRESSES } from '@sunfleet/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser } from './harness/browser.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';

/** An organisation whose devices send more than it may store on a day. */

let server: RunningServer;
let browser: Browser;
let boss: Person;
let organisationId: number;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  const admin = await callAs(server, ADMIN);
  const made = await admin('createOrganisation', { body: { name: 'Quota works', parentId: null } });
  organisationId = made.id;
  boss = await registerPerson(server, 'Quirin Quota', { organisationId, role: 'organisationAdmin' });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('a quota reached: the device is told why, the page shows the figure, the administrator of the organisation hears of it', async () => {
  const call = await callAs(server, boss);
  const { key } = await call('createIngestKey', { body: { organisationId, name: 'journey' } });
  const path = `${ADDRESSES.organisations}?id=${organisationId}&tab=details`;
  const opened = await openAs({ server, browser }, ADMIN, { path });
  const { page } = opened;
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Limits' }).click();
  await page.getByLabel('Measured values a day').fill('5');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('0 of 5', { exact: true }).waitFor();

  const push = (power: number) =>
    fetch(`${server.url}/api/ingest/influx?precision=ms`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
      body: `pv,sn=JRNQUOTA01 ac.power=${power} ${Date.now()}`,
    });
  let sent = 0;
  const last = await expect
    .poll(
      async () => {
        const answer = await push((sent += 1));
        return answer.status === 204
          ? 204
          : [answer.status, ((await answer.json()) as { error: string }).error];
      },
      { timeout: 90_000, interval: 500 },
    )
    .toEqual([429, 'quotaReached'])
    .then(() => push(0));
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);

  const { page: own, context, errors } = await openAs({ server, browser }, boss, { path });
  await own.getByText(/^\d+ of 5$/).waitFor();
  expect(await axeViolations(own)).toEqual([]);
  const admin = await callAs(server, ADMIN);
  await expect
    .poll(
      async () =>
        (await admin('listOutbox', { query: { q: boss.email } })).rows.map(({ template }) => template),
      { timeout: 90_000 },
    )
    .toContain('dayQuotaReached');
  const { quotas } = await call('getOrganisation', { params: { id: organisationId } });
  expect(quotas.samplesToday.used).toBeGreaterThanOrEqual(5);
  expect([...errors, ...opened.errors]).toEqual([]);
  await context.close();
  await opened.context.close();
});
