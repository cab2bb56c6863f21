import type { Browser, CDPSession, Page } from 'playwright-core';

/** A line, as Chromium imitates it. */
export interface Line {
  latencyMs: number;
  kilobitsPerSecond: number;
}

/** A phone where reception is poor. */
export const SLOW: Line = { latencyMs: 400, kilobitsPerSecond: 400 };

/** What a browser fetched, all requests counted, and how long somebody waited. */
export interface Waited {
  requests: number;
  /** Heads and bodies as they were transferred. */
  bytes: number;
  seconds: number;
}

export interface Visit {
  /** Until the fields of the login can be typed into: what had arrived by then. */
  login: Waited;
  /** All else until the first rows are there; the time runs from the click on "Sign in". */
  rows: Waited;
}

interface VisitOptions {
  url: string;
  account: string;
  password: string;
  line: Line;
}

/** Milliseconds between two keys of somebody who types fast. */
const KEY_MS = 100;

/** Signs in with a browser that has never been here, at the speed of a person, and waits for the list of stations. */
export async function measureVisit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const traffic = await watchTraffic(await context.newCDPSession(page), options.line);
    const began = performance.now();
    await page.goto(options.url, { waitUntil: 'commit' });
    await page.locator('input[type="password"]').waitFor();
    await page.locator('input[autocomplete="username"]').focus();
    const login = { ...traffic.arrived(), seconds: (performance.now() - began) / 1000 };
    const seconds = await timeToRows(page, options);
    const all = traffic.all();
    const rows = { requests: all.requests - login.requests, bytes: all.bytes - login.bytes, seconds };
    return { login, rows };
  } finally {
    await context.close();
  }
}

/** Lets everything that the page fetches from now on come by such a line. */
export async function emulateLine(session: CDPSession, line: Line): Promise<void> {
  await session.send('Network.enable');
  const throughput = (line.kilobitsPerSecond * 1000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

async function timeToRows(page: Page, { account, password }: VisitOptions): Promise<number> {
  await page.keyboard.type(account, { delay: KEY_MS });
  await page.locator('input[type="password"]').focus();
  await page.keyboard.type(password, { delay: KEY_MS });
  const clicked = performance.now();
  await page.keyboard.press('Enter');
  await page.locator('[data-row]').first().waitFor();
  return (performance.now() - clicked) / 1000;
}

/** Counts every request of the page and what came of it; a request under way counts with what has come so far. */
async function watchTraffic(session: CDPSession, line: Line) {
  const bytes = new Map<string, number>();
  const arrived = new Set<string>();
  const add = (id: string, more: number) => bytes.set(id, (bytes.get(id) ?? 0) + more);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) add(requestId, 0);
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (bytes.has(requestId)) bytes.set(requestId, response.encodedDataLength);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (bytes.has(requestId)) add(requestId, encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!bytes.has(requestId)) return;
    bytes.set(requestId, encodedDataLength);
    arrived.add(requestId);
  });
  await emulateLine(session, line);
  const sumOf = (ids: Iterable<string>) => {
    const sizes = [...ids].map((id) => bytes.get(id) ?? 0);
    return { requests: sizes.length, bytes: sizes.reduce((total, one) => total + one, 0) };
  };
  return { arrived: () => sumOf(arrived), all: () => sumOf(bytes.keys()) };
}
