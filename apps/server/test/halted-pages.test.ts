import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPool } from '../src/platform/postgres/client.ts';
import { callServer, signInTo } from './call-server.ts';
import { hasNats, startNats } from './nats-server.ts';
import { openOuterStores } from './outer-stores.ts';
import { ADMIN, type ServerProcess } from './server-process.ts';

describe.skipIf(!hasNats)('a server that stands still', () => {
  let stores: Awaited<ReturnType<typeof openOuterStores>>;
  let nats: Awaited<ReturnType<typeof startNats>>;
  let pool: ReturnType<typeof openPool>;
  let still: ServerProcess;
  let living: ServerProcess;
  let bearer: string;

  beforeAll(async () => {
    [stores, nats] = await Promise.all([openOuterStores(), startNats()]);
    pool = openPool(stores.database, () => {}, 2);
    const shared = { NATS_URL: nats.url, SUNFLEET_SECRET_KEY: 'a key that servers of this test share' };
    const start = (name: string, roles: string) =>
      stores.startServer(name, { ...shared, SUNFLEET_ROLES: roles });
    [living, still] = await Promise.all([start('living', 'api,gateway,worker'), start('still', 'api')]);
    bearer = await signInTo(living, ADMIN);
  }, 120_000);

  afterAll(async () => {
    if (still.alive()) still.goOn();
    await Promise.all([still, living].map((server) => server.kill()));
    await pool.end();
    await nats.stop();
    await stores.stop();
  });

  async function rename(server: ServerProcess, { id, version }: Station, name: string) {
    const response = await fetch(`http://127.0.0.1:${server.ports.http}/api/stations/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, version }),
    });
    return (await response.json()) as { code: number; error?: string };
  }

  /** Opens the stream of a page; `ended` resolves when it ends. */
  async function openStream(server: ServerProcess): Promise<{ ended: Promise<string> }> {
    const response = await fetch(`http://127.0.0.1:${server.ports.http}/api/live`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    return { ended: response.text() };
  }

  test('in the middle of a change holds up nobody for long, changes nothing when it goes on, and ends its streams', async () => {
    const place = { type: 'residential', capacityKw: 10, latitude: 52.5, longitude: 13.4 };
    const station = await callServer<Station>(living, {
      path: '/stations',
      body: { name: 'As it was', ...place },
      bearer,
    });
    const streams = await Promise.all([still, living].map(openStream));
    const holder = await pool.connect();
    const { rows: holders } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const holderPid = holders[0]!.pid;
    await holder.query('BEGIN');
    await holder.query('SELECT id FROM stations WHERE id = $1 FOR UPDATE', [station.id]);
    const late = rename(still, station, 'By the one that stood still');
    await vi.waitUntil(async () => {
      const { rows } = await pool.query(
        // What servers note of a new station by themselves waits as well, and is not the change.
        `SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid)) AND datname = current_database()
          AND query ILIKE '%for no key update%'`,
        [holderPid],
      );
      return rows.length > 0;
    });
    still.pause();
    await holder.query('COMMIT');
    holder.release();
    const began = performance.now();
    expect(await rename(living, station, 'By the other one')).toMatchObject({ code: 200 });
    expect(performance.now() - began).toBeLessThan(25_000);
    still.goOn();
    expect(await late).toMatchObject({ error: 'storeUnavailable' });
    for (const server of [still, living])
      expect(await callServer(server, { path: `/stations/${station.id}`, bearer })).toMatchObject({
        name: 'By the other one',
      });
    const firstEnd = streams.map(({ ended }, at) => ended.then(() => at));
    expect(await Promise.race(firstEnd)).toBe(0);
  }, 60_000);
});

interface Station {
  id: number;
  version: number;
}
