import { afterAll, expect, inject, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { openPool } from './client.ts';
import { countingConnections } from './held-connections.ts';
import { withReadPatience } from './read-patience.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const SLOW = 'SELECT pg_sleep(0.5)';

test('what somebody waits for ends in time and says why; work without patience goes on, on the same connection', async () => {
  const pool = openPool(`${inject('postgres')}/postgres`, () => undefined, 1);
  try {
    const late = { key: 'storeUnavailable', values: { store: 'PostgreSQL' } };
    await expect(withReadPatience(50, () => pool.query(SLOW))).rejects.toMatchObject(late);
    await pool.query(SLOW);
    await expect(withReadPatience(50, () => pool.query(SLOW))).rejects.toMatchObject(late);
  } finally {
    await pool.end();
  }
});

test('work is known by the connections that it holds, also those of its parts, until they come back', async () => {
  const { pool, db } = platform;
  const [mine, other] = [{ count: 0 }, { count: 0 }];
  const ended = Promise.withResolvers<void>();
  const holding = countingConnections(mine, () =>
    db.transaction().execute(async () => {
      expect(mine.count).toBe(1);
      await pool.query('SELECT 1');
      await ended.promise;
    }),
  );
  await countingConnections(other, () => pool.query('SELECT 1'));
  expect(other.count).toBe(0);
  await expect.poll(() => mine.count).toBe(1);
  ended.resolve();
  await holding;
  expect(mine.count).toBe(0);
});
