import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { registerLabelsRoutes } from '../src/features/labels/index.ts';
import { registerSavedViewsRoutes } from '../src/features/saved-views/index.ts';
import { openApi } from './api-kit.ts';
import { testPlatform } from './harness.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerLabelsRoutes, registerSavedViewsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

test('those who read what is locked leave connections to others, however many they are', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => someone('organisationAdmin')));
  const stranger = await someone('organisationAdmin');
  // For all of them it is quick, as far as anybody knows.
  for (const { get } of people) await get('/labels');
  const holder = new pg.Client({ connectionString: platform.pool.options.connectionString });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE labels IN ACCESS EXCLUSIVE MODE');
  let ended = 0;
  const reads = people.map(async ({ get }) => {
    const { code } = await get('/labels');
    ended += 1;
    return code;
  });
  const waiting = async () => {
    const { rows } = await holder.query<{ n: number }>(
      `SELECT count(DISTINCT pid)::int AS n FROM pg_locks WHERE NOT granted
        AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
    );
    return rows[0]!.n;
  };
  await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(3), { timeout: 10_000 });
  expect((await stranger.get('/saved-views')).code).toBe(200);
  expect(ended).toBe(0);
  await holder.query('COMMIT');
  await holder.end();
  expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
}, 120_000);
