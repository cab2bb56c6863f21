import { setTimeout as wait } from 'node:timers/promises';
import { descriptorLimit } from '../../apps/server/src/platform/connections/descriptor-limit.ts';
import { signInAdministrator } from '../administrator.ts';
import type { BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';
import { residentMegabytes } from '../resident-megabytes.ts';
import { withLoggers } from './loggers.ts';

/** Descriptors that a server needs beside those of loggers. */
const OWN = 1500;
/** How many loggers stay connected: as many as `ulimit -n` allows, because a server needs a descriptor for each. */
const LOGGERS = Number(process.env.BENCH_DEVICES ?? Math.min(20_000, (descriptorLimit() ?? 20_000) - OWN));
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
    await withLoggers({ loggers: LOGGERS, withDevice: COMMANDED }, async (server) => {
      const { connections } = await server.health('gateway.v5');
      tell({ name: 'v5.connections', value: Number(connections), unit: 'connections' });
      const p95 = await commandTime(server);
      tell({ name: 'command.p95', value: p95, unit: 'ms' });
      tell({ name: 'v5.rss', value: await residentMegabytes(server.pid), unit: 'MB' });
    });
  },
};

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
