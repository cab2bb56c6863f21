import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { ADDRESSES, firstStepsAddress, stationAddress } from '@sunfleet/contract';
import type { Call } from '@sunfleet/api-client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser, openPage } from './harness/browser.ts';
import { labelPicture } from './harness/label-picture.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';

/** A station from the wizard until visitors see it, and until it is hidden from them while they look at it. */

const STATIONS = ADDRESSES.stations;
const ADD = ADDRESSES.addStation;
const WELCOME = ADDRESSES.welcome;
const GONE = 'This does not exist or is no longer shared with you';

/** Long enough for a page to load on a busy machine. */
const soon = { timeout: 60_000 };

/** Tells the weather as Open-Meteo does: 18 degrees and rain from yesterday on, in hours of UTC. */
function forecast() {
  const today = Date.now() - (Date.now() % 86_400_000);
  const hours = Array.from({ length: 144 }, (_, hour) => hour);
  return {
    hourly_units: { temperature_2m: '°C', shortwave_radiation: 'W/m²' },
    hourly: {
      time: hours.map((hour) => today / 1000 - 86_400 + hour * 3600),
      temperature_2m: hours.map(() => 18),
      shortwave_radiation: hours.map(() => 50),
      weather_code: hours.map(() => 61),
    },
  };
}

/** Finds addresses as Nominatim does, one of each text, and tells the weather. */
const services = createServer(({ url }, response) => {
  if (url!.startsWith('/forecast?')) return void response.end(JSON.stringify(forecast()));
  const q = new URL(url!, 'http://localhost').searchParams.get('q');
  const address = { road: q, house_number: '12', city: 'Kiel', postcode: '24103', country_code: 'de' };
  response.end(JSON.stringify([{ lat: '54.3233', lon: '10.1395', display_name: `12, ${q}, Kiel`, address }]));
});

let server: RunningServer;
let browser: Browser;
let admin: Call;
let owner: Person;
let head: Person;

beforeAll(async () => {
  await once(services.listen(0, '127.0.0.1'), 'listening');
  const environment = {
    SUNFLEET_ADDRESS_URL: `http://127.0.0.1:${(services.address() as AddressInfo).port}/search?q={query}`,
    SUNFLEET_ADDRESS_SOURCE: 'Town maps',
    SUNFLEET_ADDRESS_CREDIT: '© Town maps',
    SUNFLEET_WEATHER_URL: `http://127.0.0.1:${(services.address() as AddressInfo).port}/forecast`,
    SUNFLEET_WEATHER_SOURCE: 'Town sky',
  };
  [server, browser] = await Promise.all([startServer({ environment }), openBrowser()]);
  admin = await callAs(server, ADMIN);
  const north = await admin('createOrganisation', { body: { name: 'North Solar', parentId: null } });
  await admin('createOrganisation', { body: { name: 'Coast branch', parentId: north.id } });
  owner = await registerPerson(server, 'Olga Owner');
  head = await registerPerson(server, 'Hanna Head', { organisationId: north.id, role: 'organisationAdmin' });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  services.close();
});

const go = (page: Page, path: string) => page.goto(`${server.url}/#${path}`);
const rows = (page: Page) => page.locator('[data-row]');
const latitude = (page: Page) => page.getByLabel(/^Latitude/);

/** Sends what a line to copy sends. */
const send = (line: string) => promisify(execFile)('sh', ['-c', `${line} -sS --fail`]);

async function enterAsVisitor() {
  const opened = await openPage(browser);
  await go(opened.page, '/login');
  await opened.page.getByRole('button', { name: 'Look around as a visitor' }).click();
  await opened.page.waitForURL('**/powerStation**');
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  return opened;
}

test('an owner is led from the welcome page to first data on one page, and opens the station to a visitor, who loses it while looking', async () => {
  const { page, context, errors } = await openAs({ server, browser }, owner, { path: WELCOME });
  await page.getByRole('link', { name: 'Add a station' }).click();
  await page.waitForURL(`**/#${ADDRESSES.firstSteps}`);
  const next = () => page.getByRole('button', { name: 'Next' }).click();
  await next();
  await page.getByText('Enter a name.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Mill roof');
  await page.getByLabel('Capacity (kWp)').fill('12.5');
  await page.getByLabel('Choose a photo').setInputFiles(await labelPicture('ROOF'));
  await page.getByRole('button', { name: 'Use this part' }).click();
  await page.getByRole('img', { name: 'Cover photo' }).waitFor();
  await next();
  await page.getByLabel('Address').fill('Secret Lane 5');
  await clickOnMap(page);
  const clicked = Number(await latitude(page).inputValue());
  expect(Math.abs(clicked)).toBeLessThan(90);
  await latitude(page).fill('48.13743');
  await page.getByLabel(/^Longitude/).fill('11.57549');
  await page.getByText('Of the place: Europe/Berlin').waitFor();
  await next();
  await page.getByRole('button', { name: 'Create station' }).click();
  await page.getByRole('button', { name: 'Several loggers at once' }).click();
  await page.getByLabel('Serial numbers').fill('2712300009, no*such\n2712300009');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('Will be added: 1 of 3.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const id = Number(/station=(\d+)/.exec(page.url())![1]);
  await page.getByRole('button', { name: 'Add device' }).click();
  const adding = page.getByRole('dialog');
  await adding.getByRole('button', { name: 'Scan' }).click();
  await adding.getByLabel('From a picture').setInputFiles(await labelPicture('SN: MILL-0001'));
  await expect.poll(() => adding.getByLabel('Serial number').inputValue(), soon).toBe('MILL-0001');
  await adding.getByRole('button', { name: 'Add device' }).click();
  await adding.getByText('Waiting for the first sample…').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await adding.getByRole('tab', { name: 'HTTP' }).click();
  const line = await adding.getByRole('region', { name: 'Lines to copy' }).textContent();
  // The page is lost with the lines; the row of the device and the first steps lead back to them.
  await go(page, stationAddress(id, 'device'));
  await page.locator('img[src^="data:image/webp"]').waitFor();
  await page.getByRole('link', { name: 'no data yet' }).click();
  await page.getByText('Waiting for the first sample…').waitFor();
  await go(page, STATIONS);
  await page.getByRole('link', { name: 'Go on with the first steps' }).click();
  await page.waitForURL(`**/#${firstStepsAddress(id)}`);
  await page.getByText('Waiting for the first sample…').waitFor();
  await send(line!);
  await page.getByText('Data arrives: AC power 1.23 kW').waitFor(soon);
  expect(page.url()).toContain(firstStepsAddress(id));
  await page.getByRole('link', { name: 'Open station' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mill roof' }).waitFor();
  await page.getByRole('tab', { name: 'Devices' }).click();
  await rows(page).filter({ hasText: 'MILL-0001' }).click();
  // A key that the catalogue calls otherwise is recorded as what was meant from the next sample on.
  const otherwise = line!.replace('ac.power', 'energy.today');
  await send(otherwise);
  await page.getByRole('tab', { name: 'Live points' }).click();
  await page.getByRole('button', { name: 'Record as energy.day from now on' }).click();
  await page.getByRole('button', { name: 'Record from now on' }).click();
  await page.getByText('Recorded as energy.day').waitFor();
  await send(otherwise);
  await page.reload();
  await page.getByRole('rowheader', { name: 'Energy today' }).waitFor();

  const guest = await enterAsVisitor();
  await expect.poll(() => rows(guest.page).count(), soon).toBe(0);
  await go(page, `${ADDRESSES.addOwnStation}?station=${id}`);
  await page.getByLabel('Serial number of the logger').fill('2712300001');
  await page.getByRole('button', { name: 'Connect logger' }).click();
  await page.getByText('Logger 2712300001 belongs to your station.').waitFor();
  await page.getByRole('link', { name: 'Open station' }).click();
  await page.getByRole('tab', { name: 'Authorisations' }).click();
  await page.getByRole('switch', { name: 'Open to visitors' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Open “Mill roof” to visitors?').waitFor();
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('The station is open to visitors.').waitFor();
  await dialog.waitFor({ state: 'detached' });

  await go(guest.page, `${STATIONS}?sort=name`);
  await expect.poll(() => rows(guest.page).count(), soon).toBe(1);
  await go(guest.page, stationAddress(id, 'about'));
  await guest.page.getByText(/^48\.14\d*°, 11\.58\d*°$/).waitFor();
  const seen = await guest.page.locator('body').innerText();
  expect(seen).toContain('Mill roof');
  for (const hidden of ['Olga', 'Secret Lane', '48.137', '11.575']) expect(seen).not.toContain(hidden);
  expect(await guest.page.getByRole('tab', { name: 'Authorisations' }).count()).toBe(0);
  await guest.page.getByRole('status').getByText('Live').waitFor();

  await page.getByRole('switch', { name: 'Open to visitors', checked: true }).click();
  await page.getByText('The station is closed to visitors.').waitFor();
  await guest.page.getByText(GONE).first().waitFor(soon);
  expect(await guest.page.locator('body').innerText()).not.toContain('Mill roof');
  await go(guest.page, STATIONS);
  await expect.poll(() => rows(guest.page).count(), soon).toBe(0);
  expect(await guest.page.getByRole('button', { name: 'Add station' }).count()).toBe(0);

  await go(page, stationAddress(id, 'calendar'));
  await page.getByRole('button', { name: 'Add a note' }).click();
  const noting = page.getByRole('dialog');
  await noting.getByRole('textbox', { name: 'What happened' }).fill('Scaffolding on the roof');
  await noting.getByRole('button', { name: 'Save' }).click();
  await noting.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Scaffolding on the roof.*Device added/ }).click();
  await page.getByRole('listitem').filter({ hasText: 'MILL-0001' }).getByText('Device added').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await go(page, stationAddress(id, 'overview'));
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByText('Scaffolding on the roof').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await notes.getByRole('link', { name: 'All notes in the calendar' }).click();
  await page.getByRole('button', { name: /^Delete the note/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await go(page, stationAddress(id, 'log'));
  await page.getByText('Station: note deleted').first().waitFor();
  await page.getByText('Station: opened or closed to visitors').first().waitFor();
  expect(errors).toEqual([]);
  await guest.context.close();
  await context.close();
});

test('the owner looks at the station on a phone, in plain words', async () => {
  const { page, context, errors } = await openAs({ server, browser }, owner, {
    path: ADDRESSES.ownStation,
    width: 360,
    height: 800,
  });
  await page.getByRole('heading', { level: 1, name: 'Mill roof' }).waitFor(soon);
  await page.waitForURL(`**/#${ADDRESSES.ownStation}?id=*`);
  await page.getByRole('region', { name: 'Now' }).getByText('The roof makes 1.23 kW.').waitFor();
  await page.getByRole('region', { name: 'Devices' }).getByText('It has never sent anything.').waitFor();
  await page.getByText('What the house uses is not known, because nothing measures it.').waitFor();
  await page.getByRole('figure', { name: 'What the roof made' }).waitFor();
  const weather = page.getByRole('region', { name: 'Weather' });
  await weather
    .getByText(/^64\s°F · Rain$/)
    .first()
    .waitFor();
  await weather.getByText('Forecast by Town sky').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // A region that reads °F, until its owner chooses.
  await go(page, `${ADDRESSES.account}?tab=settings`);
  await page.getByLabel('Temperatures in').selectOption({ label: 'Degrees Celsius (°C)' });
  await go(page, ADDRESSES.ownStation);
  await weather
    .getByText(/^18\s°C · Rain$/)
    .first()
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await go(page, '/');
  await page.waitForURL(`**/#${ADDRESSES.ownStation}?id=*`);
  await page.getByRole('link', { name: 'Everything about this station' }).click();
  await weather.getByRole('figure', { name: 'Light and temperature by the hour' }).waitFor(soon);
  await weather.getByText('Town sky, this hour').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(errors).toEqual([]);
  await context.close();
});

/** Any place will do, because the shipped map shows only the outline of the world. */
async function clickOnMap(page: Page) {
  const map = page.locator('.maplibregl-canvas');
  await map.waitFor();
  await expect
    .poll(async () => {
      await map.click({ position: { x: 200, y: 160 } });
      return latitude(page).inputValue();
    }, soon)
    .not.toBe('');
}

test('an administrator adds one for a branch; a typed form outlives a new load, and leaving asks', async () => {
  const { page, context } = await openAs({ server, browser }, head, { path: STATIONS });
  await page.getByRole('link', { name: 'Add station' }).click();
  await page.waitForURL(`**/#${ADD}`);
  await page.getByLabel('Name', { exact: true }).fill('Harbour shed');
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue(), soon).toBe('Harbour shed');
  await page.getByRole('link', { name: 'Alarms' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Leave this page?').waitFor();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByLabel('Capacity (kWp)').fill('250');
  const box = page.getByRole('combobox', { name: 'Find a place' });
  await box.fill('Hafenstraße');
  await page.getByRole('option', { name: 'Search addresses at Town maps' }).click();
  await page.getByText('· © Town maps').waitFor();
  await box.press('Enter');
  await page.getByText('Filled in as Town maps found it: 12, Hafenstraße, Kiel').waitFor();
  expect(await latitude(page).inputValue()).toBe('54.32330');
  expect(await page.getByLabel('Address').inputValue()).toBe('Hafenstraße 12, Kiel');
  expect(await page.getByLabel('Post code').inputValue()).toBe('24103');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Organisation' }).click();
  await page.locator('.ant-select-dropdown').getByText('North Solar › Coast branch').click();
  await page.getByLabel('Owner’s account').fill(owner.email);
  await page.getByRole('button', { name: 'Create station' }).click();
  await page.getByText(`${owner.email} is asked to take the station over.`).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Harbour shed' }).waitFor();
  const { rows: made } = await admin('listStations', { query: { q: 'Harbour shed' } });
  expect(made).toMatchObject([{ organisation: 'Coast branch', owner: null, timeZone: 'Europe/Berlin' }]);
  await context.close();
});

test.each([false, true])(
  'no accessibility violations, nothing wider than a phone; dark: %s',
  async (dark) => {
    const options = { path: ADD, width: 360, height: 740, dark };
    const { page, context, errors } = await openAs({ server, browser }, head, options);
    await page.getByRole('button', { name: 'Create station' }).click();
    await page.getByText('Check the marked fields.').waitFor();
    await page.locator('.maplibregl-canvas').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(errors).toEqual([]);
    await context.close();
  },
);
