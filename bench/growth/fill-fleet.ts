import { createHash } from 'node:crypto';
import { readConfig } from '../../apps/server/src/config.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { openStores } from '../../apps/server/src/platform/stores.ts';
import { INGEST_KEY } from '../ingest/ingest-key.ts';
import { DEVICES, PER_STATION, POINT_IDS } from './fleet.ts';

/**
 * Fills a data directory before a server opens it, as a process of its own because the embedded ClickHouse has one directory a process:
 * `fill-fleet.ts <directory>`. A fleet whose devices have all reported just now.
 */
const config = readConfig({ SUNFLEET_DATA_DIR: process.argv[2], SUNFLEET_DEMO: 'off' });
const stores = await openStores(config, createLog('warn'));
const { pool, samples } = stores;
const stations = Math.ceil(DEVICES / PER_STATION);

await pool.query(`INSERT INTO organisations (code, name, path) VALUES ('BENCH', 'Bench', '/1/')`);
await pool.query(`UPDATE organisations SET path = '/' || id || '/' WHERE code = 'BENCH'`);
await pool.query(
  `INSERT INTO ingest_keys (organisation_id, name, key_hash) SELECT id, 'bench', $1 FROM organisations WHERE code = 'BENCH'`,
  [createHash('sha256').update(INGEST_KEY).digest()],
);
await pool.query(
  // Their towns are looked up once, which is no part of what is measured.
  `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude, placed_at)
   SELECT (SELECT id FROM organisations WHERE code = 'BENCH'), 'Plant ' || n, 'commercial', 100, 'Europe/Madrid',
     36 + (n % 900) / 100.0, -9 + (n % 1200) / 100.0, now() FROM generate_series(1, $1) AS n`,
  [stations],
);
// The ids of an empty database are the numbers of the rows.
await pool.query(
  `INSERT INTO devices (sn, kind, profile_id, station_id, organisation_id, rated_power, parent_id, first_seen_at,
     secret_hash, secret_salt, claim_salt)
   SELECT 'GROWTH' || lpad(n::text, 7, '0'), CASE WHEN n % $2 = 1 THEN 'logger' ELSE 'inverter' END, 'deye-hybrid',
     1 + (n - 1) / $2, (SELECT id FROM organisations WHERE code = 'BENCH'), 20000,
     CASE WHEN n % $2 <> 1 THEN n - (n - 1) % $2 END, now(),
     decode(md5(n::text) || md5('hash' || n), 'hex'), decode(md5('salt' || n), 'hex'), decode(md5('salt' || n), 'hex')
   FROM generate_series(1, $1) AS n`,
  [DEVICES, PER_STATION],
);
await pool.query(
  `INSERT INTO device_states (device_id, status, run_mode, connection, power, last_data_at, last_seen_at)
   SELECT id, 'normal', 'running', 'mqtt', 1000, now(), now() FROM devices`,
);
await pool.query(
  `INSERT INTO station_states (station_id, status, communication, power, energy_total, last_data_at)
   SELECT id, 'normal', 'online', 4000, 1000, now() FROM stations`,
);
await pool.query('VACUUM ANALYZE');
await samples.command(
  `INSERT INTO latest SELECT 1 + intDiv(number, ${POINT_IDS.length}) AS device,
     arrayElement([${POINT_IDS.join(', ')}], 1 + number % ${POINT_IDS.length}) AS point, now64(3, 'UTC') AS time,
     multiIf(number % ${POINT_IDS.length} = 0, 3, number % ${POINT_IDS.length} IN (2, 3, 4, 5), 0, device % 5000) AS value
   FROM numbers(${DEVICES * POINT_IDS.length})`,
);
const today = `toDateTime(toStartOfDay(now('UTC')), 'UTC')`;
await samples.command(
  `INSERT INTO energy SELECT 'device', 'day', number + 1, 'pv', ${today}, 10, 0, 'lifetime', 1, 1 FROM numbers(${DEVICES})`,
);
await samples.command(
  `INSERT INTO energy SELECT 'station', 'day', number + 1, 'pv', ${today}, 40, 0, 'lifetime', 1, 1 FROM numbers(${stations})`,
);
await samples.command(`INSERT INTO latest VALUES (0, 0, now64(3, 'UTC'), 1)`);
await samples.command(`INSERT INTO roll_up_progress VALUES ('roll-up', now64(3))`);
await stores.close();
process.exit(0);
