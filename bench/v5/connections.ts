import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ADMINISTRATOR, signInAdministrator } from '../administrator.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';
import { residentMegabytes } from '../resident-megabytes.ts';

/** How many loggers stay connected. A server needs a descriptor for each: `ulimit -n` has to allow more. */
const LOGGERS = Number(process.env.BENCH_DEVICES ?? 20_000);
/** Of one process of loggers, which needs a descriptor for each as well. */
const OF_PROCESS = 10_000;
const FIRST = 2_970_000_000;
/** Loggers that commands go to, each with a device behind it. */
const COMMANDED = 50;
const COMMANDS = 500;
const WARM_UP = 100;
/** Loggers need a pause of 100 ms between two requests, which is the device's own time. */
const PAUSE_MS = 20;

/** Loggers that stay connected to one process, what that holds, and how long a command to a device behind one takes beside them. */
export const connectionsBench: Bench = {
  names: ['v5.connections', 'v5.rss', 'command.p95'],
  async run(_, tell) {
    const server = await startBenchServer({
      SUNFLEET_V5_COMMANDS: 'on',
      SUNFLEET_V5_POLL_SECONDS: '300',
      SUNFLEET_DEVICE_READS_PER_PERSON: '100000',
      SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password,
    });
    const loads: ChildProcess[] = [];
    try {
      await register(server);
      for (let at = 0; at < LOGGERS; at += OF_PROCESS)
        loads.push(await connect(server, FIRST + at, Math.min(OF_PROCESS, LOGGERS - at)));
      const { connections } = await server.health('gateway.v5');
      tell({ name: 'v5.connections', value: Number(connections), unit: 'connections' });
      const p95 = await commandTime(server);
      tell({ name: 'command.p95', value: p95, unit: 'ms' });
      tell({ name: 'v5.rss', value: await residentMegabytes(server.pid), unit: 'MB' });
    } finally {
      for (const load of loads) load.kill();
      await server.stop();
    }
  },
};

/** The loggers of a station, and a device behind some of them. */
async function register({ sql }: BenchServer): Promise<void> {
  await sql(
    `WITH home AS (INSERT INTO organisations (code, name, path) VALUES ('BENCH', 'Bench', '/1/') RETURNING id),
     made AS (INSERT INTO stations (organisation_id, name, type, capacity_kw, latitude, longitude, time_zone)
       SELECT id, 'Bench', 'utility', 1000, 48, 11, 'UTC' FROM home RETURNING id),
     loggers AS (INSERT INTO devices (sn, kind, station_id) SELECT n::text, 'logger', made.id FROM made, generate_series($1::bigint, $2::bigint) n
       RETURNING id, sn, station_id),
     states AS (INSERT INTO device_states (device_id) SELECT id FROM loggers)
     INSERT INTO devices (sn, kind, profile_id, parent_id, station_id)
     SELECT 'BEHIND' || sn, 'inverter', 'deye-string', id, station_id FROM loggers WHERE sn::bigint < $3::bigint`,
    [FIRST, FIRST + LOGGERS - 1, FIRST + COMMANDED],
  );
  await sql(`INSERT INTO device_states (device_id) SELECT id FROM devices WHERE sn LIKE 'BEHIND%'`);
  await sql(`INSERT INTO changes (topic, subject) SELECT 'deviceChanged', id FROM devices`);
  await sql(`SELECT pg_notify('changes', '')`);
  await wait(10_000);
}

/** A process of loggers, once all of them are connected. */
async function connect({ ports }: BenchServer, first: number, loggers: number): Promise<ChildProcess> {
  const script = path.join(import.meta.dirname, 'connections-load.ts');
  const load = spawn(process.execPath, [script, ports.v5, first, loggers].map(String), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(load.stdout, 'data');
  return load;
}

/** From the call of a page to the answer of a device that answers at once. */
async function commandTime(server: BenchServer): Promise<number> {
  const { sql, url } = server;
  const rows = await sql<{ id: string }>(`SELECT id FROM devices WHERE sn LIKE 'BEHIND%' ORDER BY id`);
  const bearer = await signInAdministrator(server);
  const times: number[] = [];
  for (let n = 0; times.length < COMMANDS; n += 1) {
    const began = performance.now();
    const response = await fetch(`${url}/api/devices/${rows[n % rows.length]!.id}/registers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fn: 3, addr: 60, count: 2 }),
    });
    const { data } = (await response.json()) as { data?: { ok: boolean } };
    if (data?.ok) times.push(performance.now() - began);
    else if (n > 2 * COMMANDS) throw new Error(`devices do not answer: ${JSON.stringify(data)}`);
    await wait(PAUSE_MS);
  }
  return quantile(times.slice(WARM_UP), 0.95);
}
