import { performance } from 'node:perf_hooks';
import { signIn } from '@sunfleet/api-client';
import { ADMINISTRATOR } from '../administrator.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';
import { fillAlarms, READERS } from './alarm-fleet.ts';

const ROUNDS = 7;
const DAY_MS = 86_400_000;

/** Lists as people ask for them: each filter, each order, each search, and pages far within. */
const filters = (now: number): string[] => [
  'state=active',
  'state=active&level=general,emergency&sort=loss',
  'state=active&sort=beganAt',
  'state=active&level=tip&handling=unhandled&assigned=mine',
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
  'state=all&shielded=yes&sort=loss',
  'state=all&shielded=yes&sort=level&order=asc',
  ...['mine', 'none', 'anybody'].map((assigned) => `state=all&assigned=${assigned}&sort=beganAt`),
  'state=all&code=F7&sort=beganAt',
  'state=all&code=F7&sort=loss',
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

/**
 * Pages of the list of alarms over ten million of them (`BENCH_ALARMS`), the slowest filter by its middle time: for the administrator, and for those who reach
 * some of the stations. `BENCH_TELL` tells each.
 */
export const alarmPageBench: Bench = {
  names: ['alarms.page', 'alarms.page.scoped'],
  async run(_wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password });
    try {
      await fillAlarms(server);
      tell({ name: 'alarms.page', value: await slowest(server, ADMINISTRATOR.account), unit: 'ms' });
      const scoped: number[] = [];
      for (const account of Object.values(READERS)) scoped.push(await slowest(server, account));
      tell({ name: 'alarms.page.scoped', value: Math.max(...scoped), unit: 'ms' });
    } finally {
      await server.stop();
    }
  },
};

/** The slowest filter of a reader. */
async function slowest(server: Pick<BenchServer, 'url'>, account: string): Promise<number> {
  const { token } = await signIn(server, { account, password: ADMINISTRATOR.password });
  const middles: number[] = [];
  for (const filter of filters(Date.now())) {
    const ask = async () => {
      const began = performance.now();
      const response = await fetch(`${server.url}/api/alarms?pageSize=50&${filter}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { data, msg } = (await response.json()) as { data?: { rows: unknown[] }; msg: string };
      if (!data) throw new Error(`${filter}: ${msg}`);
      return performance.now() - began;
    };
    await ask();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await ask());
    middles.push(quantile(times, 0.5));
    if (process.env.BENCH_TELL) console.error(account, filter, Math.round(middles.at(-1)!), 'ms');
  }
  return Math.max(...middles);
}
