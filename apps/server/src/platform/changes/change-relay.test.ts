import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { createBus } from '../bus.ts';
import { createNotifications } from '../postgres/notifications.ts';
import type { Topics } from '../topics.ts';
import { announceChange } from './announce-change.ts';
import { startChangeRelay } from './change-relay.ts';

const platform = await testPlatform();
const { db, pool, log } = platform;
afterAll(() => platform.stop());

/** Another server on the same database, and what its bus publishes. */
async function anotherServer(over = db) {
  const bus = createBus<Topics>(() => undefined);
  const heard: string[] = [];
  bus.subscribe('deviceChanged', ({ deviceId }) => heard.push(`device ${deviceId}`));
  bus.subscribe('stationChanged', ({ stationId }) => heard.push(`station ${stationId}`));
  bus.subscribe('accessChanged', () => heard.push('access'));
  const notifications = createNotifications(pool, log);
  const relay = await startChangeRelay({ db: over, bus, log, notifications });
  return {
    bus,
    heard,
    relay,
    async stop() {
      await relay.stop();
      await notifications.stop();
    },
  };
}

test('every server hears of a change after its commit, once, without asking', async () => {
  const [one, two] = [await anotherServer(), await anotherServer()];
  await db.transaction().execute(async (trx) => {
    await announceChange(trx, { devices: [7, 8], stations: [3], access: true });
    await one.relay.catchUp();
    expect(one.heard).toEqual([]);
  });
  for (const { heard } of [one, two]) {
    await expect.poll(() => heard).toEqual(['device 7', 'device 8', 'station 3', 'access']);
  }
  await one.relay.catchUp();
  expect(one.heard).toHaveLength(4);
  await Promise.all([one.stop(), two.stop()]);
});

test('nobody hears of what was rolled back', async () => {
  const server = await anotherServer();
  const undone = db.transaction().execute(async (trx) => {
    await announceChange(trx, { access: true });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await announceChange(db, { devices: [9] });
  await expect.poll(() => server.heard).toEqual(['device 9']);
  await server.stop();
});

test('what a restored backup brought along, of a cluster that had come further, is not read again and again', async () => {
  const server = await anotherServer();
  await sql`INSERT INTO changes (topic, subject, xid) VALUES ('deviceChanged', 5, '900000000000'::xid8)`.execute(
    db,
  );
  await server.relay.catchUp();
  await announceChange(db, { devices: [6] });
  await expect.poll(() => server.heard).toEqual(['device 6']);
  await server.stop();
});

test('a transaction that commits after later ones were read is not missed', async () => {
  const server = await anotherServer();
  const slow = await pool.connect();
  await slow.query('BEGIN');
  await slow.query("INSERT INTO changes (topic, subject) VALUES ('deviceChanged', 1)");
  await announceChange(db, { devices: [2] });
  await server.relay.catchUp();
  await announceChange(db, { devices: [3] });
  await server.relay.catchUp();
  expect(server.heard).toEqual(['device 2', 'device 3']);
  await slow.query('COMMIT');
  slow.release();
  await server.relay.catchUp();
  expect(server.heard).toEqual(['device 2', 'device 3', 'device 1']);
  await server.relay.catchUp();
  expect(server.heard).toHaveLength(3);
  await server.stop();
});

test('a server that starts while an old transaction runs hears nothing of what was before', async () => {
  const slow = await pool.connect();
  await slow.query('BEGIN');
  await slow.query("INSERT INTO changes (topic, subject) VALUES ('deviceChanged', 11)");
  await announceChange(db, { devices: [12] });
  const server = await anotherServer();
  await announceChange(db, { devices: [13] });
  await server.relay.catchUp();
  expect(server.heard).toEqual(['device 13']);
  await slow.query('COMMIT');
  slow.release();
  await server.relay.catchUp();
  expect(server.heard).toEqual(['device 13', 'device 11']);
  await server.stop();
});

test('looks that are asked for together are one after the other', async () => {
  const server = await anotherServer();
  await announceChange(db, { devices: [21] });
  const first = server.relay.catchUp();
  // One who waits for the look after it, and one who asks as soon as it is over.
  const waits = server.relay.catchUp();
  await Promise.all([first.then(() => server.relay.catchUp()), waits]);
  await announceChange(db, { devices: [22] });
  await server.relay.catchUp();
  expect(server.heard).toEqual(['device 21', 'device 22']);
  await server.stop();
});

test('what was announced before a lost connection came back is heard of', async () => {
  const server = await anotherServer();
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query LIKE 'LISTEN%' AND datname = current_database()`.execute(db);
  await announceChange(db, { stations: [4] });
  await expect.poll(() => server.heard).toEqual(['station 4']);
  await server.stop();
});

test('everything else has its turn while very many changes are told of', async () => {
  const server = await anotherServer();
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const turnsAt: number[] = [];
  server.bus.subscribe('deviceChanged', () => {
    turnsAt.push(turns);
    const until = performance.now() + 1;
    while (performance.now() < until);
  });
  await announceChange(db, { devices: Array.from({ length: 100 }, (_, n) => 1000 + n) });
  await server.relay.catchUp();
  clearImmediate(next);
  expect(turnsAt).toHaveLength(100);
  expect(turnsAt.at(-1)! - turnsAt[0]!).toBeGreaterThan(5);
  await server.stop();
});

test('what was read is not read again while an old transaction runs', async () => {
  let rowsRead = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rowsRead += result.rows.length;
      return result;
    },
  });
  const server = await anotherServer(counted);
  const slow = await pool.connect();
  await slow.query('BEGIN');
  await slow.query("INSERT INTO changes (topic, subject) VALUES ('deviceChanged', 31)");
  await announceChange(db, { devices: Array.from({ length: 500 }, (_, n) => 2000 + n) });
  await server.relay.catchUp();
  expect(server.heard).toHaveLength(500);
  rowsRead = 0;
  await server.relay.catchUp();
  expect(rowsRead).toBeLessThan(5);
  await slow.query('COMMIT');
  slow.release();
  await server.relay.catchUp();
  expect(server.heard.slice(500)).toEqual(['device 31']);
  await server.stop();
});
