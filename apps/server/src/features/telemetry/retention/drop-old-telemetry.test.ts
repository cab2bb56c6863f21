import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { guardOf } from './drop-old-telemetry.ts';
import { holdRetention } from './needed-samples.ts';

const platform = await testPlatform();
const { db, clock, samples } = platform;
afterAll(() => platform.stop());

const SPAN = { from: 0, to: 1 };

/** The roll-ups stand at now, so that nothing is owed. */
await samples.command(
  `INSERT INTO roll_up_progress (name, at) VALUES ('roll-up', fromUnixTimestamp64Milli(${clock.now()}))`,
);

test('samples are dropped while no transaction stands open and imports wait, and afterwards imports go on', async () => {
  let begun: Promise<void> | undefined;
  let holds = false;
  const dropped = await guardOf(platform)(SPAN, async () => {
    const { rows } = await sql`SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`.execute(db);
    expect(rows).toEqual([]);
    begun = db.transaction().execute(async (trx) => {
      await holdRetention(trx);
      holds = true;
    });
    await platform.db.selectFrom('imports').select('id').execute();
    expect(holds).toBe(false);
  });
  expect(dropped).toBe(true);
  await begun;
  expect(holds).toBe(true);
});

test('a drop that fails holds nobody up', async () => {
  const failing = guardOf(platform)(SPAN, () => Promise.reject(new Error('the store is away')));
  await expect(failing).rejects.toThrow('the store is away');
  await db.transaction().execute(holdRetention);
});
