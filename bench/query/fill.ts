import { readConfig } from '../../apps/server/src/config.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { openStores } from '../../apps/server/src/platform/stores.ts';

/**
 * Fills a data directory before a server opens it, as a process of its own because the embedded ClickHouse has one directory a
 * process: `fill.ts <directory>`. 1,000 stations with an inverter each, 100 million samples, two days of station power.
 */
const STATIONS = 1000;
const POINTS = 10;
const SAMPLES_EACH = 10_000;
const STEP_SECONDS = 30;
/** Devices of the first station, whose newest values are read. */
const LATEST_DEVICES = 5;
const LATEST_POINTS = 60;

const config = readConfig({ SUNFLEET_DATA_DIR: process.argv[2], SUNFLEET_DEMO: 'off' });
const stores = await openStores(config, createLog('warn'));
const { pool, samples } = stores;
const end = Math.floor(Date.now() / 300_000) * 300 - 3600;

await pool.query(`INSERT INTO organisations (code, name, path) VALUES ('BENCH', 'Bench', '/1/')`);
await pool.query(
  `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
   SELECT (SELECT min(id) FROM organisations), 'Plant ' || n, 'commercial', 100, 'UTC', 40, 0 FROM generate_series(1, $1) AS n`,
  [STATIONS],
);
await pool.query(
  `INSERT INTO devices (sn, kind, station_id, rated_power)
   SELECT 'Q' || n, 'inverter', (SELECT min(id) FROM stations) + CASE WHEN n > $1 THEN 0 ELSE n - 1 END, 100000
   FROM generate_series(1, $2) AS n`,
  [STATIONS, STATIONS + LATEST_DEVICES - 1],
);
await pool.query('INSERT INTO device_states (device_id) SELECT id FROM devices');
await pool.query('INSERT INTO station_states (station_id) SELECT id FROM stations');
for (let device = 0; device < STATIONS; device += 100) {
  await samples.command(
    `INSERT INTO samples SELECT ${device + 1} + intDiv(number, ${POINTS * SAMPLES_EACH}) AS device,
       1 + intDiv(number, ${SAMPLES_EACH}) % ${POINTS} AS point,
       toDateTime64(${end} - (${SAMPLES_EACH} - 1 - number % ${SAMPLES_EACH}) * ${STEP_SECONDS}, 3, 'UTC') AS time,
       round(5000 * abs(sin(number / 2880)) + rand() % 1000) / 10 AS value
     FROM numbers(${100 * POINTS * SAMPLES_EACH})`,
  );
}
await samples.command(
  `INSERT INTO station_power_5m (station, bucket, pv, version)
   SELECT 1 + intDiv(number, 576), toDateTime(${end} - (number % 576) * 300, 'UTC'), rand() % 100000, 1
   FROM numbers(${STATIONS * 576})`,
);
const latestIds = `if(number < ${LATEST_POINTS}, 1, ${STATIONS} + intDiv(number, ${LATEST_POINTS}))`;
await samples.command(
  `INSERT INTO latest SELECT ${latestIds}, 1 + number % ${LATEST_POINTS}, toDateTime64(${end}, 3, 'UTC'), number / 10
   FROM numbers(${LATEST_DEVICES * LATEST_POINTS})`,
);
await samples.command(`INSERT INTO roll_up_progress VALUES ('roll-up', now64(3))`);
await stores.close();
process.exit(0);
