import { spawn } from 'node:child_process';
import path from 'node:path';
import { ADMINISTRATOR, signInAdministrator } from '../administrator.ts';
import { startBenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';
import { timeRequests } from '../time-requests.ts';

const ROUNDS = 60;
/** Statements are planned at the first times. */
const WARM_UP = 10;
const STATION = 1;

/** What a year of a station takes at the API: key figures by month, those of each of its inverters, and the losses with their money. */
export const yearBench: Bench = {
  names: ['kpi.year', 'kpi.inverters', 'losses.year'],
  async run(wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password }, fill);
    try {
      const token = await signInAdministrator(server);
      const year = new Date().getUTCFullYear() - 1;
      const range = `from=${year}-01-01&to=${year}-12-31`;
      const paths = {
        'kpi.year': `/stations/${STATION}/kpis?grain=month&${range}`,
        'kpi.inverters': `/stations/${STATION}/inverter-kpis?${range}`,
        'losses.year': `/stations/${STATION}/losses?${range}`,
      };
      for (const [name, asked] of Object.entries(paths)) {
        if (!wanted.has(name)) continue;
        const times = await timeRequests(
          server,
          token,
          Array.from({ length: ROUNDS }, () => asked),
        );
        tell({ name, value: quantile(times.slice(WARM_UP), 0.95), unit: 'ms' });
      }
    } finally {
      await server.stop();
    }
  },
};

async function fill(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'fill.ts'), dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`fill.ts ended with ${String(code)}`);
}
