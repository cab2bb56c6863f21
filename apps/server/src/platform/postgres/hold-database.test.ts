import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { openPool } from './client.ts';
import { holdDatabase } from './hold-database.ts';

const name = `hold_${randomBytes(6).toString('hex')}`;
const maintenance = openPool(`${inject('postgres')}/postgres`, () => {}, 1);
await maintenance.query(`CREATE DATABASE ${name}`);
await maintenance.end();
const url = `${inject('postgres')}/${name}`;
const pools = [1, 2].map(() => openPool(url, () => {}, 3));
const [one, two] = pools as [(typeof pools)[0], (typeof pools)[0]];
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

const LOCKS = `SELECT pid, granted FROM pg_locks JOIN pg_database d ON d.oid = pg_locks.database
  WHERE locktype = 'advisory' AND d.datname = current_database()`;
const log = createLog('silent');
const options = () => ({ log, lost: vi.fn<(error: Error) => void>(), waitMs: 300, lookEveryMs: 50 });

test('a second server is refused while the first one holds the database, and takes it afterwards', async () => {
  const first = await holdDatabase(one, options());
  await expect(holdDatabase(two, options())).rejects.toThrow('Another Sunfleet server');
  const waiting = holdDatabase(two, { ...options(), waitMs: 20_000 });
  await first.release();
  const second = await waiting;
  await second.release();
});

test('a server whose connection was cut takes the database again, and ends where another one was faster', async () => {
  const asked = options();
  const first = await holdDatabase(one, asked);
  const cut = () => two.query(`SELECT pg_terminate_backend(pid) FROM (${LOCKS}) AS held WHERE granted`);
  const holders = async () => (await two.query<{ pid: number }>(`${LOCKS} AND granted`)).rows;
  const [before] = await holders();
  await cut();
  // The connection that was cut may hold it for another moment.
  await vi.waitFor(async () => {
    const rows = await holders();
    expect(rows).toHaveLength(1);
    expect(rows).not.toEqual([before]);
  });
  expect(asked.lost).not.toHaveBeenCalled();

  const other = await two.connect();
  const taking = other.query("SELECT pg_advisory_lock(hashtextextended('sunfleet server', 0))");
  // It stands in the queue before the place becomes free.
  await vi.waitFor(async () => {
    const { rows } = await two.query(`${LOCKS} AND NOT granted`);
    expect(rows).toHaveLength(1);
  });
  await cut();
  await taking;
  await vi.waitFor(() => expect(asked.lost).toHaveBeenCalledOnce());
  other.release(true);
  await first.release();
});
