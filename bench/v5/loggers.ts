import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ADMINISTRATOR } from '../administrator.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';

/** Of one process of loggers, which needs a descriptor for each as well. */
const OF_PROCESS = 10_000;
const FIRST = 2_970_000_000;

/** How many loggers there are, and behind how many of them a device hangs. */
interface Fleet {
  loggers: number;
  withDevice: number;
}

/** A server that lets everything be asked, with loggers that stay connected while `work` goes on. */
export async function withLoggers(fleet: Fleet, work: (server: BenchServer) => Promise<void>): Promise<void> {
  const server = await startBenchServer({
    SUNFLEET_V5_COMMANDS: 'on',
    SUNFLEET_V5_POLL_SECONDS: '300',
    SUNFLEET_DEVICE_READS_PER_PERSON: '100000',
    SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  const loads: ChildProcess[] = [];
  try {
    await registerLoggers(server, fleet);
    await connectLoggers(server, fleet.loggers, loads);
    await work(server);
  } finally {
    for (const load of loads) load.kill();
    await server.stop();
  }
}

/** The loggers of a station, and an inverter behind some of them; its serial number begins with `BEHIND`. */
async function registerLoggers({ sql }: BenchServer, { loggers, withDevice }: Fleet): Promise<void> {
  await sql(
    `WITH made AS (INSERT INTO stations (organisation_id, name, type, capacity_kw, latitude, longitude, time_zone)
       SELECT min(id), 'Bench', 'utility', 1000, 48, 11, 'UTC' FROM organisations RETURNING id),
     loggers AS (INSERT INTO devices (sn, kind, station_id) SELECT n::text, 'logger', made.id FROM made, generate_series($1::bigint, $2::bigint) n
       RETURNING id, sn, station_id),
     states AS (INSERT INTO device_states (device_id) SELECT id FROM loggers)
     INSERT INTO devices (sn, kind, profile_id, parent_id, station_id)
     SELECT 'BEHIND' || sn, 'inverter', 'deye-string', id, station_id FROM loggers WHERE sn::bigint < $3::bigint`,
    [FIRST, FIRST + loggers - 1, FIRST + withDevice],
  );
  await sql(`INSERT INTO device_states (device_id) SELECT id FROM devices WHERE sn LIKE 'BEHIND%'`);
  await sql(`INSERT INTO changes (topic, subject) SELECT 'deviceChanged', id FROM devices`);
  await sql(`SELECT pg_notify('changes', '')`);
  await wait(10_000);
}

/** Connects the loggers, in processes of their own that are among `loads` as soon as they run, so that they end even where a later one fails. */
async function connectLoggers(server: BenchServer, loggers: number, loads: ChildProcess[]): Promise<void> {
  for (let at = 0; at < loggers; at += OF_PROCESS) {
    const load = startLoad(server, FIRST + at, Math.min(OF_PROCESS, loggers - at));
    loads.push(load);
    const ended = once(load, 'exit').then(([code]) => {
      throw new Error(`the loggers ended by themselves: ${code}`);
    });
    await Promise.race([once(load.stdout, 'data'), ended]);
    ended.catch(() => undefined);
  }
}

function startLoad({ ports }: BenchServer, first: number, loggers: number) {
  const script = path.join(import.meta.dirname, 'connections-load.ts');
  return spawn(process.execPath, [script, ports.v5, first, loggers].map(String), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}
