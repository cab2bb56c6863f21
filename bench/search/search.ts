import { ADMINISTRATOR, signInAdministrator } from '../administrator.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';

const STATIONS = 100_000;
const DEVICES_EACH = 5;
const REQUESTS = 200;

/** As people type: the beginning of a name, a word of it, with a wrong letter, one too few, a serial number, something that is nowhere. */
const TYPED = [
  'Sonnenhof',
  'harbour',
  'Sonenhof',
  'glasshuose',
  'Mill 77',
  'FIND-4321',
  'quarry lane',
  'xylophonic',
];

/** A search over 100,000 stations and 500,000 devices as the search box asks it, for one person after the other. */
export const searchBench: Bench = {
  names: ['search.p95'],
  async run(_wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password });
    try {
      await fill(server);
      const token = await signInAdministrator(server);
      const times: number[] = [];
      for (let request = 0; request < REQUESTS + TYPED.length; request += 1) {
        const time = await find(server, token, TYPED[request % TYPED.length]!);
        // Statements are planned at the first time.
        if (request >= TYPED.length) times.push(time);
      }
      tell({ name: 'search.p95', value: quantile(times, 0.95), unit: 'ms' });
    } finally {
      await server.stop();
    }
  },
};

async function find({ url }: BenchServer, token: string, text: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${url}/api/search?q=${encodeURIComponent(text)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${text}: ${response.status}`);
  return performance.now() - began;
}

async function fill(server: BenchServer): Promise<void> {
  await server.sql(
    `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude, country, address)
     SELECT (SELECT min(id) FROM organisations),
       (ARRAY['Sonnenhof','Harbour','Glasshouse','Mill','Quarry','Orchard','Depot','Stadium','Warehouse','School','Dairy','Vineyard'])[1 + n % 12]
         || ' ' || (ARRAY['North','South','East','West','Lane','Hill','Park'])[1 + n % 7] || ' ' || n,
       'commercial', 5 + n % 500, 'Europe/Madrid', 36 + (n % 900) / 100.0, -9 + (n % 1200) / 100.0, 'ES', n || ' Solar Lane'
     FROM generate_series(1, $1) AS n`,
    [STATIONS],
  );
  await server.sql(
    `INSERT INTO station_states (station_id, status, communication) SELECT id, 'normal', 'online' FROM stations`,
  );
  await server.sql(
    `INSERT INTO station_words (station_id, name, folded) SELECT id, name, lower(name) FROM stations`,
  );
  await server.sql(
    `INSERT INTO devices (sn, kind, station_id, organisation_id)
     SELECT 'FIND-' || id || '-' || n, 'inverter', id, organisation_id FROM stations, generate_series(1, $1) AS n`,
    [DEVICES_EACH],
  );
  await server.sql('VACUUM ANALYZE');
}
