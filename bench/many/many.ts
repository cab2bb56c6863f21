import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signInAdministrator } from '../administrator.ts';
import type { Bench } from '../figure.ts';
import { runLoad } from '../ingest/load-process.ts';
import { quantile } from '../quantile.ts';
import { watchLive } from '../query/live.ts';
import { connectAnsweringLogger } from './answering-logger.ts';
import { startManyServers, type ManyServers, type OneServer } from './many-servers.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const DEVICES_OF_EACH = 500;
const LIVE_DEVICES = 200;
/** Each connection to the database plans each statement once, and two times ten of them serve in turns. */
const WARM_UP = 100;
const COMMANDS = 300;
/** Loggers need a pause of 100 ms between two requests, which is the device's own time. */
const PAUSE_MS = 150;
const LOGGER = 2_991_000_000;
/** Devices that tell a fault after the kill, one in each part of the fleet: half of them were decided over by the server that is gone. */
const TELLING = 256;

/** Two servers of each role, NATS and the stores on one machine: what that costs, and how soon one of them is replaced. */
export const manyBench: Bench = {
  names: ['many.mqtt', 'many.live.p99', 'many.command.p95', 'many.takeover'],
  async run(wanted, tell) {
    const servers = await startManyServers();
    try {
      await sharesOf(servers, [128, 128]);
      if (wanted.has('many.command.p95'))
        tell({ name: 'many.command.p95', value: await commandTime(servers), unit: 'ms' });
      if (wanted.has('many.live.p99'))
        tell({ name: 'many.live.p99', value: await liveDelay(servers), unit: 'ms' });
      if (wanted.has('many.mqtt'))
        tell({ name: 'many.mqtt', value: await acknowledged(servers), unit: 'samples/s' });
      if (wanted.has('many.takeover'))
        tell({ name: 'many.takeover', value: await takeOver(servers), unit: 's' });
    } finally {
      await servers.stop();
    }
  },
};

/** Waits until servers have such shares of the fleet. */
async function sharesOf({ sql }: ManyServers, wanted: readonly number[]): Promise<void> {
  for (;;) {
    const rows = await sql<{ n: string }>(
      `SELECT count(*) AS n FROM work_partitions p JOIN work_owners o ON o.id = p.owner
       WHERE o.ended_at IS NULL AND o.alive_until >= now() GROUP BY o.id`,
    );
    if (rows.map(({ n }) => Number(n)).toString() === wanted.toString()) return;
    await wait(200);
  }
}

/** Samples a second that devices of both gateways were acknowledged, each after it was durable. */
async function acknowledged({ gateways }: ManyServers): Promise<number> {
  const loads = gateways.map(({ ports }, n) =>
    runLoad<{ samples: number }>('mqtt-load.ts', ports.mqtt, DEVICES_OF_EACH, 60, 10, SECONDS, `MANY${n}`),
  );
  return (await Promise.all(loads)).reduce((sum, { samples }) => sum + samples, 0);
}

/** From the message of a device at one server to the event in a stream of another one. */
async function liveDelay({ gateways, pages, sql }: ManyServers): Promise<number> {
  const load = spawn(
    process.execPath,
    [path.join(import.meta.dirname, '../query/live-load.ts'), gateways[0]!.ports.mqtt, LIVE_DEVICES, 30].map(
      String,
    ),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await new Promise((resolve) => load.stdout.once('data', resolve));
  const delays = await watchLive({ url: pages[1]!.url, sql }, await signInAdministrator(pages[1]!));
  load.kill();
  return quantile(delays, 0.99);
}

/** From the call of a page to the answer of a device behind a logger at a gateway; the device answers at once. */
async function commandTime({ gateways, pages, sql }: ManyServers): Promise<number> {
  const socket = await connectAnsweringLogger(gateways[1]!.ports.v5, LOGGER);
  const [device] = await sql<{ id: string }>(
    `WITH made AS (
       INSERT INTO devices (sn, kind, profile_id, parent_id)
       SELECT 'MANY-BEHIND', 'inverter', 'deye-string', id FROM devices WHERE sn = $1 RETURNING id),
     told AS (INSERT INTO changes (topic, subject) SELECT 'deviceChanged', id FROM made)
     SELECT id FROM made`,
    [String(LOGGER)],
  );
  await sql(`SELECT pg_notify('changes', '')`);
  const bearer = await signInAdministrator(pages[0]!);
  const times: number[] = [];
  while (times.length < COMMANDS) {
    const began = performance.now();
    const answer = await readRegisters(pages[0]!, bearer, device!.id);
    // The server that holds the connection learns of the device a moment later.
    if (answer.ok) times.push(performance.now() - began);
    await wait(PAUSE_MS);
  }
  socket.destroy();
  return quantile(times.slice(WARM_UP), 0.95);
}

async function readRegisters({ url }: OneServer, bearer: string, device: string): Promise<{ ok: boolean }> {
  const response = await fetch(`${url}/api/devices/${device}/registers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fn: 3, addr: 60, count: 2 }),
  });
  const { data } = (await response.json()) as { data?: { ok: boolean } };
  return data ?? { ok: false };
}

/** From the kill of a server that decides until every fault told after it is an alarm. */
async function takeOver({ gateways, workers, sql }: ManyServers): Promise<number> {
  await Promise.all(Array.from({ length: TELLING }, (_, n) => tellFault(gateways[n % 2]!, n, 0)));
  await workers[0]!.kill();
  const killed = performance.now();
  await Promise.all(Array.from({ length: TELLING }, (_, n) => tellFault(gateways[n % 2]!, n, 5)));
  for (;;) {
    const [row] = await sql<{ n: string; most: string }>(
      `SELECT count(*) AS n, coalesce(max(times), 0) AS most FROM (
         SELECT count(*) AS times FROM alarms a JOIN devices d ON d.id = a.device_id
         WHERE d.sn LIKE 'FAULT-%' AND a.code = '5' GROUP BY d.id) AS told`,
    );
    if (Number(row!.most) > 1) throw new Error('an alarm is there twice');
    if (Number(row!.n) === TELLING) return (performance.now() - killed) / 1000;
    await wait(50);
  }
}

async function tellFault({ url }: OneServer, n: number, code: number): Promise<void> {
  const response = await fetch(`${url}/api/ingest/v1/FAULT-${n}/telemetry`, {
    method: 'POST',
    headers: { authorization: `Bearer a secret of the bench ${n}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ts: Date.now(), v: { 'ac.power': 1000, 'alarm.code': code } }),
  });
  if (!response.ok) throw new Error(`not acknowledged: ${await response.text()}`);
}
