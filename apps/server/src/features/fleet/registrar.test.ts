import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { openFleet } from './open-fleet.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const { directory } = fleet;
afterAll(async () => {
  await fleet.stop();
  await platform.stop();
});

test('strangers who show a new serial number by each of many connections leave people the connections of the database', async () => {
  const holder = await platform.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE devices IN EXCLUSIVE MODE');
  const strangers: Promise<{ sn: string }>[] = [];
  try {
    for (let n = 0; n < 40; n += 1) {
      strangers.push(directory.authenticate(`CROWD-${n}`, `secret ${n}`, 'mqtt', `203.0.${n}.7`));
      // Each comes by a packet of its own.
      await nextTurn();
    }
    await expect.poll(() => platform.pool.waitingCount, { timeout: 5_000 }).toBe(0);
    await expect.poll(() => waitingForLocks(platform), { timeout: 5_000 }).toBe(1);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect((await Promise.all(strangers)).map(({ sn }) => sn)).toEqual(
    Array.from({ length: 40 }, (_, n) => `CROWD-${n}`),
  );
});
