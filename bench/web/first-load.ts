import { chromium, type Browser, type Page } from 'playwright-core';
import { ADMINISTRATOR } from '../administrator.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import { chromiumPath } from '../chromium.ts';
import type { Bench } from '../figure.ts';
import { timeClick } from './click.ts';
import { emulateLine, measureVisit, SLOW, type Visit } from './visit.ts';

const STATIONS = 20;

const FIGURES: Readonly<Record<string, { unit: string; of: (visit: Visit) => number }>> = {
  'web.login': { unit: 'kB', of: ({ login }) => login.bytes / 1000 },
  'web.login.requests': { unit: 'requests', of: ({ login }) => login.requests },
  'web.login.time': { unit: 's', of: ({ login }) => login.seconds },
  'web.stations': { unit: 'kB', of: ({ rows }) => rows.bytes / 1000 },
  'web.stations.requests': { unit: 'requests', of: ({ rows }) => rows.requests },
  'web.stations.time': { unit: 's', of: ({ rows }) => rows.seconds },
};

/**
 * What a browser with an empty cache fetches from a real server at 400 kbit/s and 400 ms, every request counted, and how long somebody
 * waits: until the login can be used, from "Sign in" to the list of stations, which is fetched while they type, from a click to the first sign that it
 * was understood, and from the end of an outage to a page that is well again.
 */
export const firstLoadBench: Bench = {
  names: [...Object.keys(FIGURES), 'web.click', 'web.back'],
  async run(wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password });
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
    try {
      await fillStations(server);
      const visit = await measureVisit(browser, { url: server.url, ...ADMINISTRATOR, line: SLOW });
      for (const [name, { unit, of }] of Object.entries(FIGURES))
        if (wanted.has(name)) tell({ name, value: of(visit), unit });
      if (wanted.has('web.click'))
        tell({ name: 'web.click', value: await clickMs(browser, server.url), unit: 'ms' });
      if (wanted.has('web.back'))
        tell({ name: 'web.back', value: await backSeconds(browser, server.url), unit: 's' });
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

/** The list of stations of somebody who signed in. */
async function openList(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.locator('input[autocomplete="username"]').fill(ADMINISTRATOR.account);
  await page.locator('input[type="password"]').fill(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  await page.locator('[data-row]').first().waitFor();
  return page;
}

async function clickMs(browser: Browser, url: string): Promise<number> {
  const page = await openList(browser, url);
  await emulateLine(await page.context().newCDPSession(page), SLOW);
  const { clicked, shown } = await timeClick(
    page,
    () => page.getByRole('link', { name: 'Overview', exact: true }).first().click(),
    () => page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor(),
  );
  await page.close();
  return shown - clicked;
}

/** From the end of an outage of the line until the page no longer tells of it. */
async function backSeconds(browser: Browser, url: string): Promise<number> {
  const page = await openList(browser, url);
  const note = page.getByText('Server unreachable, trying again');
  await page.context().setOffline(true);
  await note.waitFor();
  const began = performance.now();
  await page.context().setOffline(false);
  await note.waitFor({ state: 'detached' });
  const seconds = (performance.now() - began) / 1000;
  await page.close();
  return seconds;
}

async function fillStations(server: BenchServer): Promise<void> {
  await server.sql(
    `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude, country)
     SELECT (SELECT min(id) FROM organisations), 'Station ' || n, 'commercial', 100 + n, 'Europe/Madrid', 40, -3, 'ES'
     FROM generate_series(1, $1) AS n`,
    [STATIONS],
  );
  await server.sql(
    `INSERT INTO station_states (station_id, status, communication, power, energy_today, last_data_at)
     SELECT id, 'normal', 'online', 42000, 120, now() FROM stations`,
  );
}
