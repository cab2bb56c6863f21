import { spawn } from 'node:child_process';
import path from 'node:path';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { ADMINISTRATOR, signInAdministrator } from '../administrator.ts';
import { quantile } from '../quantile.ts';

const DEVICES = 1000;
const WATCHED = 50;
const SECONDS = 30;
const WARM_UP_MS = 5000;

/** From a device's publish to the event in a browser's stream, with 1,000 devices that publish every second. */
export const liveBench: Bench = {
  names: ['live.p99'],
  async run(_wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password });
    try {
      const load = spawn(
        process.execPath,
        [path.join(import.meta.dirname, 'live-load.ts'), server.ports.mqtt, DEVICES, SECONDS].map(String),
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await new Promise((resolve) => load.stdout.once('data', resolve));
      const delays = await watchLive(server, await signInAdministrator(server));
      load.kill();
      tell({ name: 'live.p99', value: quantile(delays, 0.99), unit: 'ms' });
    } finally {
      await server.stop();
    }
  },
};

/** Delays of values that come to a stream of a server while `live-load.ts` runs, ms. */
export async function watchLive(server: Pick<BenchServer, 'url' | 'sql'>, bearer: string): Promise<number[]> {
  const rows = await server.sql<{ id: string }>(`SELECT id FROM devices ORDER BY id LIMIT ${WATCHED}`);
  const ids = rows.map((row) => row.id).join(',');
  const abort = new AbortController();
  const response = await fetch(`${server.url}/api/live?devices=${ids}`, {
    headers: { authorization: `Bearer ${bearer}` },
    signal: abort.signal,
  });
  const began = Date.now();
  const delays: number[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    const now = Date.now();
    const sent = decoder.decode(chunk, { stream: true }).matchAll(/"ac\.power":(\d+)/g);
    if (now - began > WARM_UP_MS) for (const [, value] of sent) delays.push((now % 1e8) - Number(value));
    if (now - began > (SECONDS - 5) * 1000) break;
  }
  abort.abort();
  return delays;
}
