import { createHmac } from 'node:crypto';
import type { Call } from '@sunfleet/api-client';
import { ADDRESSES, deviceAddress, stationAddress } from '@sunfleet/contract';
import { claimText, encodeClaimCode } from '@sunfleet/device-model';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser } from './harness/browser.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';

/** An inverter that came with a secret of its own and reports to a server that keeps unknown devices. */

const SN = 'JRNCLAIM01';
const SECRET = 'FACTORY7SECRET7OF7THE7INVERTER77';
const CODE = encodeClaimCode(createHmac('sha256', SECRET).update(claimText(SN)).digest());

let server: RunningServer;
let browser: Browser;
let owner: Person;
let call: Call;
let stationId: number;

const HOUSE = { type: 'residential', capacityKw: 10, latitude: 48, longitude: 11 } as const;

async function push(power: number): Promise<number> {
  const response = await fetch(`${server.url}/api/ingest/v1/${SN}/telemetry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ts: Date.now(), v: { 'ac.power': power } }),
  });
  return response.status;
}

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ environment: { SUNFLEET_UNKNOWN_DEVICES: 'keep' } }),
    openBrowser(),
  ]);
  owner = await registerPerson(server, 'Clara Claim');
  call = await callAs(server, owner);
  ({ id: stationId } = await call('createStation', { body: { name: 'Claim house', ...HOUSE } }));
  await push(1500);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('a device claimed with proof: a thief of its serial number is refused, who reads its code off the device has it', async () => {
  const thief = await callAs(server, await registerPerson(server, 'Theo Thief'));
  const { id } = await thief('createStation', { body: { name: 'Thief house', ...HOUSE } });
  const steal = (more: object) =>
    thief('addDevice', { params: { id }, body: { sn: SN, kind: 'inverter', ...more } });
  await expect(steal({})).rejects.toMatchObject({ error: 'claimCodeNeeded' });
  await expect(steal({ claimCode: '0000000000' })).rejects.toMatchObject({ error: 'wrongClaimCode' });

  const path = stationAddress(stationId, 'device');
  const opened = await openAs({ server, browser }, owner, { path, width: 360, height: 800, dark: true });
  const { page, context, errors } = opened;
  await page.getByRole('button', { name: 'Add device' }).first().click();
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Add device' });
  await dialog.getByLabel('Serial number').fill(SN);
  await dialog.getByLabel('Name (optional)').fill('Roof');
  await add.click();
  await dialog.getByText(`The device ${SN} reports already.`).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByLabel('Claim code').fill('00000-00000');
  await add.click();
  await dialog.getByText(`This is not the claim code of ${SN}.`).waitFor();
  await dialog.getByLabel('Claim code').fill(`${CODE.slice(0, 5)}-${CODE.slice(5)}`.toLowerCase());
  await add.click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect
    .poll(async () =>
      (await call('listDevices', { query: { stationId } })).rows.map(({ sn, name }) => [sn, name]),
    )
    .toEqual([[SN, 'Roof']]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
  // The browser's console tells of the two refusals that the journey asks for.
  expect(errors.filter((text) => !text.includes('409'))).toEqual([]);
  await context.close();

  expect(await push(1600)).toBe(200);
  await expect(steal({ claimCode: CODE })).rejects.toMatchObject({ error: 'snTaken' });
});

test('who buys a device that the seller still has claims it; the seller is asked, and an administrator decides', async () => {
  const buyer = await registerPerson(server, 'Bea Buyer');
  const asBuyer = await callAs(server, buyer);
  const { id } = await asBuyer('createStation', { body: { name: 'Buyer house', ...HOUSE } });
  const small = { width: 360, height: 800, dark: true };
  const path = stationAddress(id, 'device');
  const { page, context } = await openAs({ server, browser }, buyer, { path, ...small });
  await page.getByRole('button', { name: 'Add device' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Serial number').fill(SN);
  await dialog.getByRole('button', { name: 'Add device' }).click();
  await dialog.getByRole('button', { name: 'This device is mine' }).click();
  await dialog.getByLabel('Why it is yours').fill('Bought with the house in May.');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send claim' }).click();
  await expect
    .poll(async () => (await asBuyer('listOwnDisputes', { query: {} })).rows)
    .toMatchObject([{ sn: SN, state: 'open' }]);
  await context.close();

  const held = (await call('listDevices', { query: { stationId } })).rows[0]!;
  const seller = await openAs({ server, browser }, owner, { path: deviceAddress(held.id), ...small });
  await seller.page.getByText('Bought with the house in May.').waitFor();
  await seller.page.getByLabel('Your answer').fill('That is right.');
  await seller.page.getByRole('button', { name: 'Send answer' }).click();
  await seller.page.getByText('The answer was sent.').waitFor();
  expect(await axeViolations(seller.page)).toEqual([]);
  await seller.context.close();

  const at = `${ADDRESSES.platform}?tab=disputes`;
  const platform = await openAs({ server, browser }, ADMIN, { path: at, ...small });
  await platform.page.getByText('That is right.').waitFor();
  expect(await axeViolations(platform.page)).toEqual([]);
  expect(await platform.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await platform.page.getByRole('button', { name: 'Transfer to claimant' }).click();
  await platform.page.getByRole('dialog').getByRole('button', { name: 'Transfer to claimant' }).click();
  await expect
    .poll(async () => (await asBuyer('listDevices', { query: { stationId: id } })).rows.map(({ sn }) => sn))
    .toEqual([SN]);
  await platform.context.close();
});
