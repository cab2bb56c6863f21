import { chromium } from 'playwright-core';
import { ADMINISTRATOR } from '../administrator.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import { chromiumPath } from '../chromium.ts';
import type { Bench } from '../figure.ts';
import { measureVisit, type Line, type Visit } from './visit.ts';

const STATIONS = 20;

/** A phone where reception is poor. */
const SLOW: Line = { latencyMs: 400, kilobitsPerSecond: 400 };

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
 * waits: until the login can be used, and from "Sign in" to the list of stations, which is fetched while they type.
 */
export const firstLoadBench: Bench = {
  names: Object.keys(FIGURES),
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
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

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
