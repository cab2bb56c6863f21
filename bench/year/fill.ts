import { always } from '@sunfleet/analysis';
import { readConfig } from '../../apps/server/src/config.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { openStores } from '../../apps/server/src/platform/stores.ts';

/**
 * Fills a data directory before a server opens it, as a process of its own because the embedded ClickHouse has one directory a process:
 * `fill.ts <directory>`. A station of twenty inverters with a tariff, of which three years of days and hours are rolled up.
 */
const DAYS = 3 * 365;
const INVERTERS = 20;

const config = readConfig({ SUNFLEET_DATA_DIR: process.argv[2], SUNFLEET_DEMO: 'off' });
const stores = await openStores(config, createLog('warn'));
const { pool, samples } = stores;

await pool.query(`INSERT INTO organisations (code, name, path) VALUES ('BENCH', 'Bench', '/1/')`);
await pool.query(
  `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
   SELECT min(id), 'Plant', 'commercial', 400, 'UTC', 40, 0 FROM organisations`,
);
await pool.query(
  `INSERT INTO devices (sn, kind, station_id, rated_power)
   SELECT 'Y' || n, 'inverter', (SELECT min(id) FROM stations), 20000 FROM generate_series(1, $1) AS n`,
  [INVERTERS],
);
await pool.query('INSERT INTO device_states (device_id) SELECT id FROM devices');
await pool.query('INSERT INTO station_states (station_id) SELECT id FROM stations');
const rules = {
  seasons: [],
  weekend: [],
  holidays: [],
  import: always(0.3),
  feedIn: always(0.05),
  subsidy: 0,
  standing: { amount: 0, per: 'month' },
};
await pool.query(
  `INSERT INTO tariffs (organisation_id, name, currency, versions) SELECT min(id), 'Flat', 'EUR', $1 FROM organisations`,
  [JSON.stringify([{ from: null, rules }])],
);
await pool.query(
  `INSERT INTO station_tariffs (station_id, from_day, tariff_id) SELECT min(s.id), '-infinity', min(t.id) FROM stations AS s, tariffs AS t`,
);

const day = `(today() - ${DAYS} + number)`;
await samples.command(
  `INSERT INTO kpi_station_days (station, day, capacity, hours, energy, completeness, irradiation, lit, daylight, warm, heat, gamma, expected, computed, ac, dc,
     metered, light_hours, running, outages, grid, stopped, lost, version, curtailed, unheard)
   SELECT 1, ${day}, 400, 24, 1500 + number % 700, 1, 4 + number % 3, 140, 144, 5, 200, -0.004, 1700 + number % 700, 288, 1500, 1560, 400, 4800, 4600, 20, 8, 0, 9, 1, 3, 0
   FROM numbers(${DAYS})`,
);
await samples.command(
  `INSERT INTO kpi_device_days (device, day, capacity, energy, completeness, ac, dc, daylight, running, outages, grid, stopped, lost, version)
   SELECT 1 + intDiv(number, ${DAYS}), today() - ${DAYS} + number % ${DAYS}, 20, 75 + number % 35, 1, 75, 78, 144, 138, 1, 1, 0, 1, 1
   FROM numbers(${DAYS * INVERTERS})`,
);
await samples.command(
  `INSERT INTO loss_days (station, day, standard, open, warm, free, model, shaded, held, missing, silent, curtailed, outage, snow, power, seen, basis, version)
   SELECT 1, ${day}, 2400000, 2390000, 2300000, 2100000, 2100000, 2000000, 0, 1000, 0, 3000, 9000, 0, 1800000 - number % 45 * 3000, 1, 31, 1
   FROM numbers(${DAYS})`,
);
const energy = (grain: string, flow: string, [rows, step]: [number, number], kWh: string) =>
  samples.command(
    `INSERT INTO energy SELECT 'station', '${grain}', 1, '${flow}', toDateTime(today() - ${DAYS}, 'UTC') + number * ${step}, ${kWh}, 0, 'meter', 1, 1 FROM numbers(${rows})`,
  );
await energy('day', 'pv', [DAYS, 86_400], '1800 - number % 45 * 3');
for (const flow of ['pv', 'export', 'import', 'load'])
  await energy('hour', flow, [DAYS * 24, 3600], '75 + number % 7');
await stores.close();
process.exit(0);
