import { once } from 'node:events';
import net from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPool } from './client.ts';

const PATIENCE_MS = 400;
/** So long that the server answers within it, also on a machine that is busy with other tests. */
const LONG_PATIENCE_MS = 3000;

/** A way to PostgreSQL, as by the address of a balancer. What stands on it can be cut off without a word to either side; what comes afterwards gets through. */
async function openWay() {
  const { hostname, port } = new URL(inject('postgres'));
  const standing = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      standing.add(one);
      one.on('error', () => undefined);
      one.once('close', () => (standing.delete(one), other.destroy()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of standing) socket.destroy();
  });
  const url = new URL(`${inject('postgres')}/postgres`);
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    cutOff() {
      for (const socket of standing) socket.unpipe().pause();
    },
  };
}

function openTestPool(url: string, max: number, patienceMs = PATIENCE_MS) {
  const pool = openPool(url, () => undefined, max, patienceMs);
  onTestFinished(() => pool.end());
  return pool;
}

test('connections that lead nowhere any more, while others get through, are given up after the patience of callers', async () => {
  const way = await openWay();
  const pool = openTestPool(way.url, 3);
  await Promise.all(Array.from({ length: 3 }, () => pool.query('SELECT pg_sleep(0.05)')));
  way.cutOff();
  const lost = await Promise.allSettled(Array.from({ length: 3 }, () => pool.query('SELECT 1')));
  for (const one of lost)
    expect(one).toMatchObject({
      reason: { key: 'storeUnavailable', values: { reason: expect.stringContaining('no answer') as string } },
    });
  expect((await pool.query<{ n: number }>('SELECT 2 AS n')).rows).toEqual([{ n: 2 }]);
}, 30_000);

test('a statement that is lost in the middle of a transaction is given up, too', async () => {
  const way = await openWay();
  const pool = openTestPool(way.url, 2);
  const client = await pool.connect();
  await client.query('BEGIN');
  way.cutOff();
  await expect(client.query('SELECT 1')).rejects.toMatchObject({ key: 'storeUnavailable' });
  client.release(true);
}, 30_000);

test('a statement that is slow is waited for, through whatever it comes', async () => {
  const way = await openWay();
  const pool = openTestPool(way.url, 2, LONG_PATIENCE_MS);
  const { rows } = await pool.query<{ n: number }>('SELECT 3 AS n FROM pg_sleep(5)');
  expect(rows).toEqual([{ n: 3 }]);
}, 30_000);
