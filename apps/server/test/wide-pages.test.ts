import { afterAll, expect, test } from 'vitest';
import { registerProductsRoutes } from '../src/features/products/index.ts';
import { registerStationsRoutes } from '../src/features/stations/index.ts';
import { registerTasksRoutes } from '../src/features/tasks/index.ts';
import { openApi } from './api-kit.ts';
import { testPlatform } from './harness.ts';
import { waitingForLocks } from './waiting-for-locks.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(
  platform,
  registerProductsRoutes,
  registerStationsRoutes,
  registerTasksRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

test.each(['tasks', 'products'])(
  'pages of %s are made for one of an organisation at a time',
  async (table) => {
    const first = await someone('organisationAdmin');
    const { organisationId } = first;
    const colleagues = await Promise.all(
      [1, 2, 3].map(() => someone('organisationAdmin', { organisationId })),
    );
    const [other, people] = [await someone('organisationAdmin'), [first, ...colleagues]];
    const gate = await platform.pool.connect();
    await gate.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const asked = [...people, other].map(({ get }) => get(`/${table}?pageSize=200`));
    await expect.poll(() => waitingForLocks(platform)).toBeGreaterThanOrEqual(2);
    for (const { get } of people) expect((await get('/stations')).code).toBe(200);
    const waiting = await waitingForLocks(platform);
    await gate.query('COMMIT');
    gate.release();
    expect((await Promise.all(asked)).map(({ code }) => code)).toEqual(asked.map(() => 200));
    // Rows and their number are read on two connections.
    expect(waiting).toBeLessThanOrEqual(4);
  },
);
