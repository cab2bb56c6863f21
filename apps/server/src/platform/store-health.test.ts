import { afterAll, expect, inject, test } from 'vitest';
import { testPlatform } from '../../test/harness.ts';
import { jobsHealth } from './jobs/jobs-health.ts';
import { openLook } from './postgres/client.ts';
import { addStoreHealth } from './store-health.ts';

const platform = await testPlatform();
const look = openLook(`${inject('postgres')}/postgres`, () => {});
afterAll(async () => {
  await look.end();
  await platform.stop();
});

test('PostgreSQL is not down while people hold all connections for their work, and the report does not wait for one', async () => {
  addStoreHealth(platform, { look, postgres: 'embedded', postgresRestarts: () => 0 });
  const { db, health, pool } = platform;
  health.add({ name: 'jobs', essential: false, check: () => jobsHealth(db) });
  const free = pool.options.max - (pool.totalCount - pool.idleCount);
  const held = await Promise.all(Array.from({ length: free }, () => pool.connect()));
  const waiting = pool.query('SELECT 1');
  const { parts } = await health.report();
  for (const client of held) client.release();
  await waiting;
  expect(parts.find(({ name }) => name === 'postgres')).toMatchObject({
    state: 'ok',
    detail: { connections: pool.options.max, waiting: 2 },
  });
  expect(parts.find(({ name }) => name === 'jobs')!.detail).toEqual({ error: 'no answer within 2000 ms' });
});
