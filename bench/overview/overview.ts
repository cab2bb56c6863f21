import { spawn } from 'node:child_process';
import path from 'node:path';
import { stationAddress } from '@sunfleet/contract';
import { chromium, type Browser, type Page } from 'playwright-core';
import { ADMINISTRATOR, signInAdministrator } from '../administrator.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import { chromiumPath } from '../chromium.ts';
import { cpuSeconds } from '../cpu-seconds.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';
import { timeRequests } from '../time-requests.ts';
import { untilDrawn } from '../web/until-drawn.ts';

const STATION = 1;
const ROUNDS = 60;
/** Statements are planned at the first times. */
const WARM_UP = 10;
const VISITS = 9;
const LOOK_MS = 1000;
const REST_MS = 5000;
/** Share of a core above which a server still works. */
const BUSY = 0.1;
const CHARTS = 'main figure [role="img"] canvas';

/** The overview of a station with five years of data: all that its page asks for at once, at the API, and until its last chart is drawn. */
export const overviewBench: Bench = {
  names: ['overview.p95', 'overview.paint'],
  async run(wanted, tell) {
    const environment = {
      SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password,
      SUNFLEET_RAW_RETENTION_DAYS: '0',
    };
    const server = await startBenchServer(environment, fill);
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    try {
      const token = await signInAdministrator(server);
      await rolledUp(server, token);
      await atRest(server.pid);
      const { page, paths, charts } = await firstVisit(browser, server);
      if (wanted.has('overview.p95')) {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const began = performance.now();
          await Promise.all(paths.map((asked) => timeRequests(server, token, [asked])));
          times.push(performance.now() - began);
        }
        tell({ name: 'overview.p95', value: quantile(times.slice(WARM_UP), 0.95), unit: 'ms' });
      }
      if (wanted.has('overview.paint'))
        tell({ name: 'overview.paint', value: await paintTime(page, server, charts), unit: 'ms' });
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

/** Waits until the server has counted all five years. */
async function rolledUp({ url }: BenchServer, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const years = `from=${new Date().getUTCFullYear() - 4}-01-01&to=${new Date().toISOString().slice(0, 10)}`;
  for (;;) {
    const answer = await fetch(`${url}/api/stations/${STATION}/energy?grain=year&${years}`, { headers });
    const { data } = (await answer.json()) as { data?: { buckets: { energies: { pv?: number } }[] } };
    if (!data) throw new Error(`no energy: ${answer.status}`);
    if (data.buckets.length === 5 && data.buckets.every(({ energies }) => (energies.pv ?? 0) > 0)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Waits until the engine has merged what the roll-ups wrote in small parts. */
async function atRest(pid: number): Promise<void> {
  for (let before = await cpuSeconds(pid), spent = 1; spent > BUSY * (REST_MS / 1000);) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const now = await cpuSeconds(pid);
    spent = now - before;
    before = now;
  }
}

interface FirstVisit {
  page: Page;
  /** What the page asked the API for. */
  paths: readonly string[];
  charts: number;
}

/** Signs in and opens the overview, until nothing more is asked for. */
async function firstVisit(browser: Browser, server: BenchServer): Promise<FirstVisit> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 3000 } });
  const overview = `${server.url}/#${stationAddress(STATION)}`;
  await page.goto(overview);
  await page.locator('input[autocomplete="username"]').fill(ADMINISTRATOR.account);
  await page.locator('input[type="password"]').fill(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  await page.locator(CHARTS).first().waitFor({ timeout: 120_000 });
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/stations/'))
      asked.add(pathname.slice('/api'.length) + search);
  });
  await page.goto('about:blank');
  await page.goto(overview);
  await page.locator(CHARTS).first().waitFor();
  for (let before = -1; asked.size !== before;) {
    before = asked.size;
    await page.waitForTimeout(LOOK_MS);
  }
  return { page, paths: [...asked], charts: await page.locator(CHARTS).count() };
}

/** Median time from opening the overview to its last chart in a browser that knows the page's files, ms. */
async function paintTime(page: Page, server: BenchServer, charts: number): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    await page.goto('about:blank');
    const began = performance.now();
    await page.goto(`${server.url}/#${stationAddress(STATION)}`, { waitUntil: 'commit' });
    await untilDrawn(page, CHARTS, charts);
    times.push(performance.now() - began);
  }
  return quantile(times, 0.5);
}

async function fill(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'fill.ts'), dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`fill.ts ended with ${String(code)}`);
}
