import { setTimeout as wait } from 'node:timers/promises';
import { DEVICE_SORTS } from '@sunfleet/contract';
import { ADMINISTRATOR, signInAdministrator } from '../administrator.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';
import { timeRequests } from '../time-requests.ts';

const DEVICES = Number(process.env.BENCH_DEVICES ?? 500_000);
/** Of each station. */
const OF_STATION = 10;
const PAGE = 20;
/** Each is asked for so many times; the first of them plans the statement. */
const ROUNDS = 4;
const WARM_UP = 1;

/** Filters as people set them: words, texts and ranges, of states and of devices. */
const FILTERS = [
  '',
  'status=offline,abnormal',
  'kind=inverter',
  'connection=v5',
  'q=D1234',
  'name=roof',
  'model=SG-8',
  'manufacturer=maker 3',
  'firmware=1.4',
  'station=plant 77',
  'power=1000..2000',
  'ratedPower=5000..',
  'energyToday=10..20',
  'soc=20..80',
  'signal=..40',
  'alarms=1..',
  'silence=1..24',
  'warrantyEnd=2027-01-01..2027-12-31',
  'productionDate=..2022-12-31',
];

/**
 * Pages of 500,000 devices in every order and under every filter, asked for by one person: near the beginning and at the end, and, as a figure of its own,
 * right in the middle. The first look is answered by the database, and is a figure of its own with the time until the server has all of them in memory.
 */
export const deviceListBench: Bench = {
  names: ['devices.first', 'devices.ready', 'devices.list.p95', 'devices.middle.p95', 'devices.filter.p95'],
  async run(wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password });
    try {
      await fillDevices(server);
      const token = await signInAdministrator(server);
      const ask = async (name: string, queries: readonly string[]) => {
        if (!wanted.has(name)) return;
        const times = await timeQueries(server, token, queries);
        tell({ name, value: quantile(times, 0.95), unit: 'ms' });
      };
      const look = await firstLook(server, token);
      for (const [name, { value, unit }] of Object.entries(look))
        if (wanted.has(name)) tell({ name, value, unit });
      const inOrders = (pages: readonly number[]) =>
        DEVICE_SORTS.flatMap((sort, index) =>
          pages.map((page) => `sort=${sort}&order=${index % 2 === 0 ? 'desc' : 'asc'}&page=${page}`),
        );
      await ask('devices.list.p95', inOrders([1, 40, DEVICES / PAGE]));
      await ask('devices.middle.p95', inOrders([DEVICES / 2 / PAGE]));
      await ask(
        'devices.filter.p95',
        FILTERS.flatMap((filter, index) =>
          [0, 7, 14].map(
            (step) => `${filter}&sort=${DEVICE_SORTS[(index + step) % DEVICE_SORTS.length]}&order=desc`,
          ),
        ),
      );
    } finally {
      await server.stop();
    }
  },
};

/** What the first one to look waits for, and how long it takes until lists come from memory. */
async function firstLook(server: BenchServer, token: string) {
  const began = performance.now();
  const [first] = await timeRequests(server, token, [`/devices?sort=power&pageSize=${PAGE}`]);
  while (Number((await server.health('lists'))['devicesOnBoard'] ?? 0) < DEVICES) await wait(100);
  const ready = (performance.now() - began) / 1000;
  return { 'devices.first': { value: first!, unit: 'ms' }, 'devices.ready': { value: ready, unit: 's' } };
}

/** Milliseconds of each query but the first time; with `BENCH_TELL` the slowest time of each is printed. */
async function timeQueries(
  server: BenchServer,
  token: string,
  queries: readonly string[],
): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    const paths = Array.from({ length: ROUNDS }, () => `/devices?${query}&pageSize=${PAGE}`);
    const own = (await timeRequests(server, token, paths)).slice(WARM_UP);
    if (process.env.BENCH_TELL)
      console.log(
        `${Math.max(...own)
          .toFixed(0)
          .padStart(6)} ms  ${query}`,
      );
    times.push(...own);
  }
  return times;
}

/** Devices with states, spread over stations, kinds, makers and statuses as those of a fleet are. */
export async function fillDevices(server: BenchServer): Promise<void> {
  await server.sql(
    `INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
     SELECT (SELECT min(id) FROM organisations), 'Plant ' || n, 'commercial', 50, 'Europe/Madrid', 40, -3 FROM generate_series(1, $1::int) AS n`,
    [DEVICES / OF_STATION],
  );
  await server.sql(`INSERT INTO station_states (station_id) SELECT id FROM stations`);
  await server.sql(
    `INSERT INTO devices (sn, kind, station_id, rated_power, name, model, manufacturer, firmware, warranty_end, production_date)
     SELECT 'D' || (n * 7919::bigint % 10000019), (ARRAY['inverter','inverter','hybrid','meter','battery','logger'])[1 + n % 6],
       homes.first + (n - 1) / $2::int, 3000 + n % 9 * 1000, CASE WHEN n % 3 = 0 THEN 'Roof ' || n % 1009 END, 'SG-' || n % 97,
       'Maker ' || n % 31, '1.' || n % 7 || '.' || n % 13, date '2024-01-01' + (n % 4000), date '2020-01-01' + (n % 2000)
     FROM generate_series(1, $1::int) AS n, (SELECT min(id) AS first FROM stations) homes`,
    [DEVICES, OF_STATION],
  );
  // Each behind the first logger of its station.
  await server.sql(
    `UPDATE devices SET parent_id = logger.id FROM (SELECT station_id, min(id) AS id FROM devices WHERE kind = 'logger' GROUP BY station_id) AS logger
      WHERE logger.station_id = devices.station_id AND logger.id <> devices.id`,
  );
  await server.sql(
    `INSERT INTO device_states (device_id, status, connection, power, energy_today, soc, signal, open_alarms, last_data_at, last_seen_at)
     SELECT id, (ARRAY['normal','normal','normal','normal','standby','online','abnormal','offline','connecting'])[1 + id % 9],
       (ARRAY['v5','mqtt','http'])[1 + id % 3], CASE WHEN id % 11 > 0 THEN (id * 104729 % 100003) / 10.0 END, id * 31 % 97,
       CASE WHEN kind = 'battery' THEN id % 101 END, CASE WHEN kind = 'logger' THEN id % 101 END, CASE WHEN id % 50 = 0 THEN 1 ELSE 0 END,
       now() - (id % 100000) * interval '1 second', now() FROM devices`,
  );
  await server.sql('VACUUM ANALYZE');
}
