import { ADDRESSES, deviceAddress, routes, stationAddress } from '@sunfleet/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './harness/browser.ts';
import { answerOf, MADE } from './pictures/answers.ts';
import { comparePicture } from './pictures/picture.ts';
import { openStage } from './pictures/stage.ts';

/** The ten most used pages look as they did. No server runs: each answer is made here and held to the contract. */

/** Each page, and what is drawn last on it. */
const PAGES = {
  list: [ADDRESSES.stations, '[data-row]'],
  map: [`${ADDRESSES.stations}?view=map`, '.maplibregl-marker'],
  overview: [ADDRESSES.overview, '[role="img"] canvas'],
  alarms: [ADDRESSES.alarms, '[data-row]'],
  devices: [ADDRESSES.devices, '[data-row]'],
  station: [stationAddress(9), '[role="img"] canvas'],
  points: [deviceAddress(6), 'main table'],
  history: [`${deviceAddress(6)}&tab=history&points=ac.power`, '[role="img"] canvas'],
  imports: [ADDRESSES.imports, '[data-row]'],
} as const;

/** Pages whose files no other picture opens first. */
const OPENED_ANEW = [
  ADDRESSES.addStation,
  ADDRESSES.points,
  ADDRESSES.customPoints,
  ADDRESSES.guide,
  ADDRESSES.imports,
  ADDRESSES.newImport,
  ADDRESSES.platform,
];

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser?.close());

test.each(MADE)('%s: the answer of the pictures is one that the contract knows', (name) => {
  for (const query of ['', 'from=1&to=1', 'bound=false', 'pageSize=1']) {
    const { error } = routes[name].output.safeParse(answerOf(name, new URLSearchParams(query)));
    expect(error?.issues ?? []).toEqual([]);
  }
});

test('a page opens by its address alone, whichever of its files comes first', async () => {
  const stage = await openStage(browser, {});
  const failed: string[] = [];
  for (const address of OPENED_ANEW) {
    await stage.openAnew(address).catch(() => failed.push(address));
    if (await stage.page.getByText('This page has failed').isVisible()) failed.push(address);
  }
  expect([failed, stage.errors]).toEqual([[], []]);
  await stage.close();
});

test('on a phone the first card of every page is within the first screen', async () => {
  const stage = await openStage(browser, { phone: true });
  const bar = await stage
    .open(ADDRESSES.stations, '[data-row]')
    .then(() => stage.page.locator('nav').last().boundingBox());
  const tops: Record<string, number> = {};
  for (const [name, [address, last]] of Object.entries(PAGES)) {
    await stage.open(address, last);
    const cards = stage.page.locator('main :is(section, [data-row], .maplibregl-canvas):visible');
    await cards.first().waitFor();
    const all = await cards.evaluateAll((found) => found.map((card) => card.getBoundingClientRect().top));
    tops[name] = Math.min(...all);
  }
  await stage.close();
  // More than its head is to be seen above the bar of the menu.
  expect(Object.entries(tops).filter(([, top]) => top > bar!.y - 160)).toEqual([]);
});

test.each([
  ['light', false],
  ['dark', true],
])('the ten most used pages look as they did, %s', async (theme, dark) => {
  const wrong: (string | undefined)[] = [];
  const entry = await openStage(browser, { dark, signedIn: false });
  await entry.open(ADDRESSES.login, 'input[type="password"]');
  wrong.push(await comparePicture(entry.page, `login-${theme}`));
  await entry.close();
  const stage = await openStage(browser, { dark });
  for (const [name, [address, last]] of Object.entries(PAGES)) {
    await stage.open(address, last);
    wrong.push(await comparePicture(stage.page, `${name}-${theme}`));
  }
  expect([...entry.errors, ...stage.errors]).toEqual([]);
  await stage.close();
  expect(wrong.filter(Boolean)).toEqual([]);
});
