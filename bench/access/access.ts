import { startBenchServer, type BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { ADMINISTRATOR, signInAdministrator } from '../administrator.ts';
import { quantile } from '../quantile.ts';
import { timeRequests } from '../time-requests.ts';
import { fillPeople, GRANTEE_TOKEN, PEOPLE } from './fill-people.ts';
import { hangUp, hashingAlone, loginP95 } from './logins.ts';

const REQUESTS = 400;

/**
 * What signing in and permissions cost: 50 logins within a second and at one instant, and what the guard and the scope condition
 * add to a request for somebody with 1,000 grants among 10,000 organisations and 100,000 stations, compared with somebody who sees
 * everything.
 */
export const accessBench: Bench = {
  names: ['login.p95', 'login.burst.p95', 'login.hashing', 'access.added', 'access.list.p95'],
  async run(wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password });
    try {
      await fillPeople(server);
      if (wanted.has('login.p95'))
        tell({ name: 'login.p95', value: await loginP95(server, 1000 / PEOPLE), unit: 'ms' });
      if (wanted.has('login.burst.p95'))
        tell({ name: 'login.burst.p95', value: await loginP95(server, 0), unit: 'ms' });
      if (wanted.has('login.hashing'))
        tell({ name: 'login.hashing', value: await hashingAlone(), unit: 'ms' });
      if (wanted.has('access.added'))
        tell({ name: 'access.added', value: await addedByScope(server), unit: 'ms' });
      if (wanted.has('access.list.p95')) {
        const pages = Array.from(
          { length: REQUESTS / 4 },
          (_, n) => `/stations?sort=power&page=${1 + (n % 40)}`,
        );
        const times = await timeRequests(server, GRANTEE_TOKEN, pages);
        tell({ name: 'access.list.p95', value: quantile(times, 0.95), unit: 'ms' });
      }
    } finally {
      hangUp();
      await server.stop();
    }
  },
};

/** Median of one station's page for the grantee, less that of the administrator, asked in turns. */
async function addedByScope(server: BenchServer): Promise<number> {
  const admin = await signInAdministrator(server);
  const granted = await server.sql<{ id: string }>(
    'SELECT station_id AS id FROM grant_stations ORDER BY station_id LIMIT 500',
  );
  const paths = Array.from({ length: REQUESTS }, (_, n) => `/stations/${granted[n % granted.length]!.id}`);
  await timeRequests(server, admin, paths.slice(0, 50));
  await timeRequests(server, GRANTEE_TOKEN, paths.slice(0, 50));
  const [all, scoped]: [number[], number[]] = [[], []];
  for (const path of paths) {
    all.push(...(await timeRequests(server, admin, [path])));
    scoped.push(...(await timeRequests(server, GRANTEE_TOKEN, [path])));
  }
  return quantile(scoped, 0.5) - quantile(all, 0.5);
}
