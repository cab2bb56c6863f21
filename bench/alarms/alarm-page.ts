import { performance } from 'node:perf_hooks';
import { ADMINISTRATOR, signInAdministrator } from '../administrator.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';

const ALARMS = Number(process.env.BENCH_ALARMS ?? 10_000_000);
const STATIONS = 3000;
const DEVICES = 15_000;
/** Codes of each device that stand. */
const STANDING = 20;
const ROUNDS = 3;

const DAY_MS = 86_400_000;

/** Lists as people ask for them: each filter, each order, each search, and pages far within. */
const filters = (now: number): string[] => [
  'state=active',
  'state=all',
  'state=recovered&level=emergency',
  ...['beganAt', 'level', 'loss', 'duration'].flatMap((sort) => [
    `state=all&sort=${sort}`,
    `state=all&sort=${sort}&order=asc`,
  ]),
  'state=all&level=general&sort=beganAt',
  ...['unhandled', 'confirmed', 'processed'].map((handling) => `state=all&handling=${handling}&sort=beganAt`),
  'state=all&type=deviceFault&sort=beganAt',
  ...['yes', 'no'].map((shielded) => `state=all&shielded=${shielded}&sort=beganAt`),
  ...['mine', 'none', 'anybody'].map((assigned) => `state=all&assigned=${assigned}&sort=beganAt`),
  'state=all&code=F7&sort=beganAt',
  'state=all&stationId=77&sort=beganAt',
  'state=all&deviceId=777&sort=beganAt',
  `state=all&from=${now - DAY_MS}&sort=beganAt`,
  `state=all&from=${now - 30 * DAY_MS}&to=${now - 20 * DAY_MS}&sort=beganAt`,
  'state=all&q=Plant%20123&sort=beganAt',
  'state=all&q=P777&sort=beganAt',
  'state=all&q=F7&sort=beganAt',
  'state=all&q=Plant&sort=loss',
  'state=all&q=nothing%20at%20all',
  'state=active&page=100',
  'state=all&sort=beganAt&page=100',
];

/** Pages of the list of alarms over ten million of them (`BENCH_ALARMS`), the slowest filter by its middle time. */
export const alarmPageBench: Bench = {
  names: ['alarms.page'],
  async run(_wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password });
    try {
      await fill(server);
      const headers = { authorization: `Bearer ${await signInAdministrator(server)}` };
      const ask = async (filter: string) => {
        const began = performance.now();
        const response = await fetch(`${server.url}/api/alarms?pageSize=50&${filter}`, { headers });
        const { data } = (await response.json()) as { data?: { rows: unknown[] } };
        if (!data?.rows.length && !filter.includes('nothing')) throw new Error(`nothing under ${filter}`);
        return performance.now() - began;
      };
      const middles: number[] = [];
      for (const filter of filters(Date.now())) {
        await ask(filter);
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) times.push(await ask(filter));
        middles.push(quantile(times, 0.5));
        if (process.env.BENCH_TELL) console.error(filter, Math.round(middles.at(-1)!), 'ms');
      }
      tell({ name: 'alarms.page', value: Math.max(...middles), unit: 'ms' });
    } finally {
      await server.stop();
    }
  },
};

async function fill({ sql }: BenchServer): Promise<void> {
  await sql(`INSERT INTO organisations (code, name, path, scope_path) VALUES ('PAGE', 'Page', '/9/', '/9/')`);
  await sql(
    `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
     SELECT max(id), 'Plant ' || n, 'commercial', 60, 'UTC', 40, 0 FROM organisations, generate_series(1, ${STATIONS}) AS n GROUP BY n`,
  );
  await sql(
    `INSERT INTO devices (sn, kind, station_id)
     SELECT 'P' || n, 'inverter', (SELECT min(id) FROM stations) + n % ${STATIONS} FROM generate_series(1, ${DEVICES}) AS n`,
  );
  // Of ten million a few hundredths stand; of a device and code no two do.
  await sql(
    `INSERT INTO alarms (station_id, device_id, type, code, level, text_key, handling, began_at, last_seen_at, recovered_at, lost, assigned_to)
     SELECT d.station_id, d.id, 'deviceFault', 'F' || n / ${DEVICES} % 40,
       (ARRAY['tip', 'general', 'general', 'emergency'])[1 + n % 4], 'faults.platform.code',
       (ARRAY['unhandled', 'processed', 'processed', 'processed', 'confirmed'])[1 + n % 5],
       now() - n * interval '6 seconds', now() - n * interval '6 seconds',
       CASE WHEN n < ${STANDING * DEVICES} THEN NULL ELSE now() - n * interval '6 seconds' + interval '1 hour' END,
       CASE WHEN n % 3 = 0 THEN n % 100000 END,
       CASE WHEN n % 50 = 0 THEN (SELECT min(id) FROM users) END
     FROM generate_series(1, ${ALARMS}) AS n JOIN devices d ON d.id = (SELECT min(id) FROM devices) + n % ${DEVICES}`,
  );
  // One code is kept quiet at a tenth of the stations.
  await sql(
    `INSERT INTO alarm_shields (station_id, code, text_key, level, reason, created_at)
     SELECT id, 'F7', 'faults.platform.code', 'general', 'Known', now() - interval '3 years' FROM stations WHERE id % 10 = 0`,
  );
  await sql('ANALYZE');
}
