import { ADDRESSES, stationAddress } from '@sunfleet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openAs } from './harness/people.ts';
import { ADMIN } from './harness/server.ts';
import { openStage } from './harness/stage.ts';
import { makeStation, pushOf, type MadeStation } from './harness/stations.ts';

/** From a new tariff to the money that a station earned by it, its battery and the tree of its devices. */

let stage: Awaited<ReturnType<typeof openStage>>;
let station: MadeStation;
const HOUR = 3_600_000;

beforeAll(async () => {
  stage = await openStage();
  station = await makeStation(stage.server, stage.admin, 'Brewery roof');
});

afterAll(() => stage?.close());

/** Long enough for the roll-ups to sum what was sent; what is late they sum sooner. */
const summed = { timeout: 240_000, interval: 1000 };

test('a tariff with a hole is not saved, one without is, a station gets it and earns', async () => {
  const { page, context, errors } = await openAs(stage, ADMIN, { path: ADDRESSES.tariffs });
  await page.getByRole('button', { name: 'New tariff' }).first().click();
  await page.getByLabel('Begin with').selectOption('dayNight');
  await page.getByLabel('Name').fill('Roof contract');
  await page.getByLabel('Currency').selectOption('EUR');
  const bought = page.getByRole('region', { name: 'Purchase' });
  await bought.getByText('Every time of the year has one price.').waitFor();
  await bought.getByLabel('To', { exact: true }).first().fill('21:30');
  await bought.getByText('Times with no price or several: 2').waitFor();
  expect(await bought.getByText('21:30–22:00 No price').count()).toBe(2);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Check the fields that are marked.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await bought.getByLabel('To', { exact: true }).first().fill('22:00');
  await bought.getByText('Every time of the year has one price.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Roof contract').waitFor();
  const [tariff] = await stage.admin('listTariffs', {});
  expect(tariff).toMatchObject({ name: 'Roof contract', currency: 'EUR', stations: 0 });

  const now = Date.now();
  await station.push(
    { 'energy.total': 1000, 'energy.import.total': 10, 'energy.export.total': 500 },
    now - 27 * HOUR,
  );
  await station.push(
    { 'energy.total': 1020, 'energy.import.total': 11, 'energy.export.total': 505 },
    now - 26 * HOUR,
  );
  // Known before there are prices: with them the sums of all stations are counted at once.
  const yesterday = new Date(now - 27 * HOUR).toISOString().slice(0, 10);
  const made = async () =>
    (
      await stage.admin('stationEnergy', {
        params: { id: station.id },
        query: { grain: 'month', from: yesterday, to: new Date(now).toISOString().slice(0, 10) },
      })
    ).buckets.reduce((sum, { energies }) => sum + (energies.pv ?? 0), 0);
  await expect.poll(made, summed).toBeGreaterThan(0);
  await page.goto(`${stage.server.url}/#${stationAddress(station.id, 'money')}`);
  await page.getByText('This station has no tariff and no prices of its own.').waitFor();
  await page.getByRole('button', { name: 'Change tariffs and cost' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add a tariff' }).click();
  await dialog.getByLabel('Tariff', { exact: true }).selectOption({ label: 'Roof contract (EUR)' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Roof contract (EUR)').waitFor();
  await page.getByText('From the beginning').waitFor();

  const earned = async () =>
    (await stage.admin('stationRevenue', { params: { id: station.id } })).total?.revenues[0]?.parts;
  await expect.poll(async () => (await earned())?.feedIn ?? 0, summed).toBeGreaterThan(0);
  await page.reload();
  const total = page.getByRole('region', { name: /^Since / });
  await total.getByText('Saved by own use').waitFor();
  expect(await total.innerText()).toMatch(/Feed-in\s+EUR\s0\.40/);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  // Sums stay in their currency, and stand beside it in the one that the reader chose, by the rate that was typed.
  await page.goto(`${stage.server.url}/#${ADDRESSES.tariffs}`);
  const rates = page.getByRole('region', { name: 'Exchange rates' });
  await rates.getByLabel('Convert into').selectOption('EUR');
  await rates.getByRole('textbox').fill('USD,2020-01-01,0.8');
  await rates.getByRole('button', { name: 'Save' }).click();
  await rates.getByText('Exchange rates saved.').waitFor();
  await page.goto(`${stage.server.url}/#${ADDRESSES.account}?tab=settings`);
  await page.getByLabel('Sums of money in').selectOption('USD');
  await page.goto(`${stage.server.url}/#${ADDRESSES.overview}`);
  const counted = async () =>
    (await stage.admin('sumRevenues', { query: { currency: 'USD' } })).converted?.currency;
  await expect.poll(counted, { timeout: 90_000 }).toBe('USD');
  const sums = page.getByRole('region', { name: 'Revenue' });
  await sums
    .getByText(/^USD\s/)
    .first()
    .waitFor();
  await sums
    .getByText(/^EUR\s/)
    .first()
    .waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test('an amount that somebody adds is marked wherever the energy stands, with what was measured, and is taken back', async () => {
  const of = { params: { id: station.id } };
  const total = async () => (await stage.admin('getStation', of)).live.energyTotal;
  await expect.poll(total, summed).not.toBeNull();
  const before = (await total())!;
  const about = stationAddress(station.id, 'about');
  const { page, context, errors } = await openAs(stage, ADMIN, { path: about, width: 360, height: 740 });
  await page.getByRole('button', { name: 'Add a correction' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in kWh').fill('500');
  await dialog.getByLabel('Reason').fill('The meter was exchanged');
  await dialog.getByRole('row', { name: /^Total/ }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('The meter was exchanged').waitFor();
  await expect.poll(total, { timeout: 60_000 }).toBeCloseTo(before + 500);

  await page.goto(`${stage.server.url}/#${stationAddress(station.id, 'overview')}`);
  await page.getByRole('button', { name: 'corrected' }).last().click();
  await page.getByText(/^Added by people: \+500/).waitFor();
  await page.getByText(/^Measured: /).waitFor();
  await page.getByRole('link', { name: 'All corrections of the station' }).click();
  await page.getByRole('button', { name: /^Take \+500/ }).click();
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await page.getByText(/^Taken back by/).waitFor();
  await expect.poll(total, { timeout: 60_000 }).toBeCloseTo(before);

  const counters = page.getByRole('region', { name: 'Which counter counts' });
  await counters.getByRole('button', { name: 'Compare the last 30 days' }).click();
  await counters
    .getByText(/^No counter says|^The last 30 days by each counter/)
    .first()
    .waitFor();
  await counters.getByRole('button', { name: 'Choose the counter' }).click();
  await dialog.getByRole('radio', { name: /^Lifetime counters/ }).check();
  await dialog.getByLabel('Reason').fill('The meter counts the neighbour as well');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await counters.getByText('The meter counts the neighbour as well').waitFor();
  const choices = async () => (await stage.admin('listCounterChoices', of)).counting;
  await expect.poll(choices, { timeout: 180_000 }).toBe(false);
  await expect.poll(total, { timeout: 60_000 }).toBeCloseTo(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(errors).toEqual([]);
  await context.close();
});

test('a station with a battery shows it on a page of its own, and its devices as they hang on each other', async () => {
  const now = Date.now();
  const sn = 'JRNHYBRID1';
  const { secret } = await stage.admin('addDevice', {
    params: { id: station.id },
    body: { sn, kind: 'hybrid', ratedPower: 10_000 },
  });
  const push = pushOf(stage.server, sn, secret);
  for (const minutes of [90, 60, 0])
    await push(
      {
        'battery.soc': 80 - minutes / 3,
        'battery.power': -2000,
        'battery.soh': 97,
        'energy.charge.total': 500 - minutes / 30,
        'energy.discharge.total': 400,
        'pv1.power': 1500,
      },
      now - minutes * 60_000,
    );
  const { page, context, errors } = await openAs(stage, ADMIN, {
    path: stationAddress(station.id, 'storage'),
  });
  const shown = async () => (await stage.admin('getStation', { params: { id: station.id } })).live.soc;
  await expect.poll(shown, summed).toBe(80);
  await page.reload();
  await page.getByText('State of charge').first().waitFor();
  await page.getByText('Equivalent full cycles').waitFor();
  await page.getByText('97.0').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(`${stage.server.url}/#${stationAddress(station.id, 'device')}`);
  await page.getByRole('link', { name: 'Device tree' }).click();
  await page
    .getByRole('img', { name: /^Picture of 2 devices/ })
    .locator('svg')
    .waitFor();
  await page.getByText('List', { exact: true }).click();
  const tree = page.getByRole('list', { name: 'Device tree' });
  await tree.getByText('MPPT 1').waitFor();
  await tree.getByText('1.5 kW').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
