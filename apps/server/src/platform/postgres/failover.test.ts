import { afterAll, expect, test, vi } from 'vitest';
import { startPostgresPair } from '../../../test/postgres-pair.ts';
import { createLog } from '../log.ts';
import { openPool } from './client.ts';
import { holdDatabase } from './hold-database.ts';
import { createNotifications } from './notifications.ts';

const pair = await startPostgresPair();
const pool = openPool(pair.url, () => {}, 5, 30_000);
const notifications = createNotifications(pool, createLog('silent'));
afterAll(async () => {
  await notifications.stop();
  await pool.end();
  await pair.stop();
});

test('writers go on at the server that took over, without what was acknowledged being lost', async () => {
  await pool.query('CREATE TABLE kept (n int)');
  const heard: string[] = [];
  notifications.on('news', (payload) => heard.push(payload));
  await notifications.ready();
  const lost = vi.fn<(error: Error) => void>();
  const hold = await holdDatabase(pool, { log: createLog('silent'), lost, lookEveryMs: 200 });

  const acknowledged: number[] = [];
  let writing = true;
  let next = 0;
  let failed = 0;
  const write = async () => {
    while (writing) {
      const n = (next += 1);
      await pool.query('INSERT INTO kept VALUES ($1)', [n]).then(
        () => acknowledged.push(n),
        () => (failed += 1),
      );
    }
  };
  const writers = Promise.all([write(), write(), write()]);
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(50));
  await pair.killFirst();
  const before = acknowledged.length;
  await pair.promoteSecond();
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 50));
  writing = false;
  await writers;

  const { rows } = await pool.query<{ n: number }>('SELECT n FROM kept');
  const kept = new Set(rows.map(({ n }) => n));
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
  // Only what was under way at the moment failed.
  expect(failed).toBeLessThanOrEqual(6);
  await vi.waitFor(
    async () => {
      await pool.query("NOTIFY news, 'again'");
      expect(heard).toContain('again');
    },
    { timeout: 20_000 },
  );
  // The server that decides holds the database again, and nobody took it meanwhile.
  await vi.waitFor(async () => {
    const { rows: locks } = await pool.query(
      "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted",
    );
    expect(locks).toHaveLength(1);
  });
  expect(lost).not.toHaveBeenCalled();
  await hold.release();
  // Whoever listens looks once for what it may have missed.
  expect(heard).toContain('');
}, 60_000);

test('a server that takes no writes is refused in words, after the patience of callers', async () => {
  const second = new URL(pair.url.replace(/@([^,]+),[^/]+/, '@$1'));
  const alone = openPool(second.href, () => {}, 1, 500);
  const held = await alone.connect();
  await held.query('BEGIN READ ONLY');
  await expect(held.query('DELETE FROM kept')).rejects.toMatchObject({ key: 'storeUnavailable' });
  held.release();
  // The connection that took no writes is gone, another one serves.
  await vi.waitFor(() => expect(alone.query('DELETE FROM kept WHERE n < 0')).resolves.toBeDefined());
  await pool.query('ALTER SYSTEM SET default_transaction_read_only = on');
  await pool.query('SELECT pg_reload_conf()');
  const closed = openPool(second.href, () => {}, 1, 500);
  await vi.waitFor(() =>
    expect(closed.query('SELECT 1')).rejects.toMatchObject({
      key: 'storeUnavailable',
      values: { reason: 'this PostgreSQL takes no writes now' },
    }),
  );
  await Promise.all([alone.end(), closed.end()]);
}, 30_000);
