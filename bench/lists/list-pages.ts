import { startBenchServer, type BenchServer } from '../bench-server.ts';
import { ADMINISTRATOR, signInAdministrator } from '../administrator.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';
import { timeRequests } from '../time-requests.ts';
import { filteredPaths } from './filtered-paths.ts';
import { paintTime } from './list-paint.ts';
import { measureExport } from './station-export.ts';

const STATIONS = 100_000;
const PAGE_SIZE = 20;
const REQUESTS = 200;

/**
 * Any page of 100,000 stations sorted by live power, and by what is missing against expectation with the sums of all, as the page opens, asked
 * for at the API by one person after the other; pages in every order under three filters each; and a file of all of them.
 */
export const listBench: Bench = {
  names: ['list.p95', 'list.loss.p95', 'list.filter.p95', 'list.paint', 'export.stations', 'export.rss'],
  async run(wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password });
    try {
      await fillStations(server);
      const token = await signInAdministrator(server);
      if (wanted.has('list.p95')) {
        const times = await measure(server, token, 'sort=power');
        tell({ name: 'list.p95', value: quantile(times, 0.95), unit: 'ms' });
      }
      if (wanted.has('list.loss.p95')) {
        const times = await measure(server, token, 'sort=loss&sums=true');
        tell({ name: 'list.loss.p95', value: quantile(times, 0.95), unit: 'ms' });
      }
      if (wanted.has('list.filter.p95')) {
        const times = await timeRequests(server, token, filteredPaths());
        // Statements are planned at the first time.
        tell({ name: 'list.filter.p95', value: quantile(times.slice(times.length / 3), 0.95), unit: 'ms' });
      }
      if (wanted.has('list.paint')) {
        tell({ name: 'list.paint', value: await paintTime(server), unit: 'ms' });
      }
      if (wanted.has('export.stations') || wanted.has('export.rss'))
        await measureExport(server, token, (figure) => wanted.has(figure.name) && tell(figure));
    } finally {
      await server.stop();
    }
  },
};

/** Stations with states, spread over organisations and statuses as a fleet's are. */
async function fillStations(server: BenchServer): Promise<void> {
  await server.sql(
    `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude, country, address)
     SELECT (SELECT min(id) FROM organisations), 'Plant ' || (n * 7919 % $1), (ARRAY['residential','commercial','utility'])[1 + n % 3],
       5 + n % 500, 'Europe/Madrid', 36 + (n % 900) / 100.0, -9 + (n % 1200) / 100.0, 'ES', n || ' Solar Lane'
     FROM generate_series(1, $1) AS n`,
    [STATIONS],
  );
  await server.sql(
    `INSERT INTO station_states (station_id, status, communication, power, energy_today, expected_today, last_data_at,
       energy_month, energy_year, energy_total, soc, devices_online, devices_total)
     SELECT id, (ARRAY['normal','normal','normal','standby','alarm','offline'])[1 + id % 6], 'online',
       CASE WHEN id % 11 > 0 THEN (id * 104729 % 1000003) / 10.0 END, id * 31 % 997, id * 37 % 1009, now(),
       id * 41 % 9973, id * 43 % 99991, id * 47 % 999983, id % 101, id % 4, 3 FROM stations`,
  );
  await server.sql('VACUUM ANALYZE');
}

/** Milliseconds of each request; its pages lie anywhere in the list, in both orders. */
async function measure(server: BenchServer, token: string, asked: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` };
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const page = 1 + ((request * 1571) % (STATIONS / PAGE_SIZE));
    const order = request % 2 === 0 ? 'desc' : 'asc';
    const query = `${asked}&order=${order}&page=${page}&pageSize=${PAGE_SIZE}`;
    const start = performance.now();
    const response = await fetch(`${server.url}/api/stations?${query}`, { headers });
    const { data } = (await response.json()) as { data: { total: number; rows: unknown[] } };
    times.push(performance.now() - start);
    if (data.total !== STATIONS || data.rows.length !== PAGE_SIZE)
      throw new Error(`page ${page} is not whole`);
  }
  return times;
}
