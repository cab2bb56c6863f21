import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { dropOldPartitions, partitionEnd, retentionOf } from './drop-old-partitions.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());
const db = platform.samples;
const now = Date.UTC(2026, 5, 21);

test('partitions end where the next one begins', () => {
  expect(partitionEnd('2025')).toBe(Date.UTC(2026, 0, 1));
  expect(partitionEnd('202512')).toBe(Date.UTC(2026, 0, 1));
  expect(partitionEnd('2026-06-15')).toBe(Date.UTC(2026, 5, 22));
});

test('what is older than its retention goes, the rest stays', async () => {
  await db.command(
    `INSERT INTO samples VALUES (1, 1, '2024-01-15 00:00:00', 1), (1, 1, '2025-06-01 00:00:00', 2), (1, 1, '2026-06-20 00:00:00', 3)`,
  );
  await db.command(
    `INSERT INTO raw_frames VALUES ('A', '2026-05-01 00:00:00', 'v5', 'x'), ('A', '2026-06-20 00:00:00', 'v5', 'y')`,
  );
  await db.command(`INSERT INTO rollup_5m VALUES (1, 1, '2020-01-15 00:00:00', 1, 1, 1, 1, 1)`);
  const retention = retentionOf({ rawRetentionDays: 400, rollupRetentionDays: 0, frameRetentionDays: 30 });
  const dropped = await dropOldPartitions(db, retention, {
    now,
    guard: async (_, drop) => drop().then(() => true),
  });
  expect(dropped).toEqual(['samples/202401', 'raw_frames/2026-04-27']);
  expect(await db.query('SELECT value FROM samples ORDER BY time')).toEqual([{ value: 2 }, { value: 3 }]);
  expect(await db.query('SELECT count() AS n FROM rollup_5m')).toEqual([{ n: 1 }]);
});
