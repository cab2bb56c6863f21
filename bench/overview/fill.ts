import { pointByKey } from '@sunfleet/device-model';
import { readConfig } from '../../apps/server/src/config.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { openStores } from '../../apps/server/src/platform/stores.ts';

/**
 * Fills a data directory before a server opens it, as a process of its own because the embedded ClickHouse has one directory a process:
 * `fill.ts <directory>`. One station with three inverters and a weather station that reported every five minutes for five years. Nothing is
 * rolled up: the server owes all of it at its start.
 */
const YEARS = 5;
const INVERTERS = 3;
const RATED_W = 20_000;

const STEP_S = 300;
const DAY_S = 86_400;
const config = readConfig({ SUNFLEET_DATA_DIR: process.argv[2], SUNFLEET_DEMO: 'off' });
const stores = await openStores(config, createLog('warn'));
const { pool, samples } = stores;
const end = Math.floor(Date.now() / 1000 / STEP_S) * STEP_S;
const count = (YEARS * 365 * DAY_S) / STEP_S;

await pool.query(`INSERT INTO organisations (code, name, path) VALUES ('BENCH', 'Bench', '/1/')`);
await pool.query(
  `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
   SELECT min(id), 'Plant', 'commercial', 60, 'UTC', 40, 0 FROM organisations`,
);
await pool.query(
  `INSERT INTO devices (sn, kind, station_id, rated_power)
   SELECT 'O' || n, CASE WHEN n > $1 THEN 'weather' ELSE 'inverter' END, (SELECT min(id) FROM stations), CASE WHEN n > $1 THEN NULL ELSE $2::int END
   FROM generate_series(1, $1 + 1) AS n`,
  [INVERTERS, RATED_W],
);
await pool.query('INSERT INTO device_states (device_id) SELECT id FROM devices');
await pool.query('INSERT INTO station_states (station_id) SELECT id FROM stations');

/** Share of the day between six and six o'clock that has gone, 0 to 1. */
const gone = `least(1, greatest(0, (at % ${DAY_S} - 21600) / 43200))`;
/** Energy of a day whose power is half a wave, kWh. */
const kWhOfDay = (RATED_W / 1000) * 12 * (2 / Math.PI);

/** Readings of a point, a function of the second `at`, of devices of neighbouring ids. */
async function fill(devices: { first: number; n: number }, key: string, value: string): Promise<void> {
  const point = pointByKey(key);
  if (!point) throw new Error(`the catalogue has no point ${key}`);
  await samples.command(
    `INSERT INTO samples SELECT ${devices.first} + intDiv(number, ${count}) AS device, ${point.id} AS point,
       toDateTime64(at, 3, 'UTC') AS time, ${value} AS value
     FROM (SELECT number, ${end} - (${count} - 1 - number % ${count}) * ${STEP_S} AS at FROM numbers(${devices.n * count}))`,
  );
}
const inverters = { first: 1, n: INVERTERS };
await fill(inverters, 'ac.power', `round(${RATED_W} * sin(pi() * ${gone}))`);
await fill(
  inverters,
  'energy.total',
  `round((intDiv(at, ${DAY_S}) - 18000) * ${kWhOfDay} + ${kWhOfDay / 2} * (1 - cos(pi() * ${gone})), 2)`,
);
await fill(inverters, 'state', `if(${gone} > 0 AND ${gone} < 1, 3, 1)`);
await fill(
  { first: INVERTERS + 1, n: 1 },
  'irradiance.poa',
  `round(950 * sin(pi() * ${gone}) + rand() % 50)`,
);
await stores.close();
process.exit(0);
