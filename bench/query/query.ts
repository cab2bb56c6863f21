import { spawn } from 'node:child_process';
import path from 'node:path';
import { startBenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { ADMINISTRATOR, signInAdministrator } from '../administrator.ts';
import { quantile } from '../quantile.ts';
import { timeRequests } from '../time-requests.ts';

const DAY_MS = 86_400_000;
const DEVICES = 1000;
const POINTS = ['ac.power', 'ac.reactive', 'ac.apparent', 'ac.powerFactor', 'ac.frequency'];
const CURVES = 400;
const WARM_UP = 50;

/** Reads at the API of a server with 100 million samples. */
export const queryBench: Bench = {
  names: ['query.day_curve.p50', 'query.day_curve.p99', 'query.fleet_power', 'query.latest'],
  async run(wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password }, fill);
    try {
      const token = await signInAdministrator(server);
      const time: Time = (paths) => timeRequests(server, token, paths);
      const tellAsked = (name: string, value: number) => {
        if (wanted.has(name)) tell({ name, value, unit: 'ms' });
      };
      await time(dayCurves(WARM_UP));
      const curves = await time(dayCurves(CURVES));
      tellAsked('query.day_curve.p50', quantile(curves, 0.5));
      tellAsked('query.day_curve.p99', quantile(curves, 0.99));
      tellAsked('query.fleet_power', await median(time, '/portfolio/power?hours=24'));
      tellAsked('query.latest', await median(time, '/stations/1/latest'));
    } finally {
      await server.stop();
    }
  },
};

type Time = (paths: readonly string[]) => Promise<number[]>;

/** One point of one device over one whole day each, always another one. */
function dayCurves(count: number): string[] {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, i) => {
    const device = 1 + ((i * 7919 + count) % DEVICES);
    const from = midnight - (1 + (i % 2)) * DAY_MS;
    return `/devices/${device}/history?points=${POINTS[i % POINTS.length]}&from=${from}&to=${from + DAY_MS}`;
  });
}

async function median(time: Time, url: string): Promise<number> {
  await time(Array.from({ length: 10 }, () => url));
  return quantile(await time(Array.from({ length: 100 }, () => url)), 0.5);
}

async function fill(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'fill.ts'), dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`fill.ts ended with ${String(code)}`);
}
