import { createHash } from 'node:crypto';
import { readConfig } from '../../apps/server/src/config.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { openStores } from '../../apps/server/src/platform/stores.ts';

/**
 * Fills a data directory before a server opens it, as a process of its own because the embedded ClickHouse has one directory a process:
 * `fill.ts <directory> <people>`. An organisation of 10,000 stations with so many people, and one of 500 with one person; three years of days each.
 */
const STATIONS = 10_000;
const SMALL = 500;
const DAYS = 3 * 365;

const config = readConfig({ SUNFLEET_DATA_DIR: process.argv[2], SUNFLEET_DEMO: 'off' });
const people = Number(process.argv[3]);
const stores = await openStores(config, createLog('warn'));
const { pool, samples } = stores;

await pool.query(
  `INSERT INTO organisations (code, name, path, scope_path) VALUES ('SMALL', 'Small', '', ''), ('LARGE', 'Large', '', '')`,
);
await pool.query(
  `UPDATE organisations SET path = '/' || id || '/', scope_path = '/' || id || '/' WHERE code IN ('SMALL', 'LARGE')`,
);
await pool.query(
  `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
   SELECT (SELECT id FROM organisations WHERE code = CASE WHEN n <= $2 THEN 'SMALL' ELSE 'LARGE' END), 'Plant ' || n, 'commercial', 100, 'UTC', 40, 0
   FROM generate_series(1, $1) AS n`,
  [STATIONS + SMALL, SMALL],
);
await pool.query('INSERT INTO station_states (station_id) SELECT id FROM stations');
const numbers = Array.from({ length: people + 1 }, (_, n) => n);
const tokens = numbers.map((n) => createHash('sha256').update(`bench-years-${n}`).digest());
await pool.query(
  `WITH made AS (
     INSERT INTO users (email, name, password_hash, role, account_type, organisation_id)
     SELECT 'years' || n || '@example.test', 'Years ' || n, 'none', 'organisationAdmin', 'professional',
       (SELECT id FROM organisations WHERE code = CASE WHEN n = $1 THEN 'SMALL' ELSE 'LARGE' END)
     FROM generate_series(0, $1) AS n RETURNING id, email)
   INSERT INTO sessions (user_id, token_hash, refresh_hash, expires_at, refresh_expires_at)
   SELECT made.id, token.hash, sha256(token.hash), now() + interval '1 day', now() + interval '1 day'
   FROM made JOIN unnest($2::text[], $3::bytea[]) AS token(email, hash) ON token.email = made.email`,
  [people, numbers.map((n) => `years${n}@example.test`), tokens],
);
await pool.query('VACUUM ANALYZE');
await samples.command(
  `INSERT INTO energy SELECT 'station', 'day', 1 + intDiv(number, ${DAYS}), 'pv', toDateTime(today() - ${DAYS} + number % ${DAYS}, 'UTC'), 400 + number % 97, 0,
     'meter', 1, 1 FROM numbers(${DAYS * (STATIONS + SMALL)}) SETTINGS max_partitions_per_insert_block = 100`,
);
await stores.close();
process.exit(0);
