import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice } from '../../../test/makers.ts';
import { markSeen } from './directory.queries.ts';
import { noteRefusals } from './secrets.queries.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('devices that several statements change at once are changed by all of them', async () => {
  const made = await Promise.all(
    Array.from({ length: 200 }, () => makeDevice(platform, { firstSeenAt: null })),
  );
  const ids = made.map(({ id }) => id);
  const now = new Date();
  for (let round = 0; round < 5; round += 1)
    await Promise.all([
      noteRefusals(platform.db, ids, now),
      noteRefusals(platform.db, ids.toReversed(), now),
      markSeen(
        platform.db,
        ids.toSorted((a, b) => (a % 7) - (b % 7)),
        now,
      ),
      noteRefusals(
        platform.db,
        ids.toSorted((a, b) => (a % 11) - (b % 11)),
        now,
      ),
    ]);
  const rows = await platform.db
    .selectFrom('devices')
    .select(['firstSeenAt', 'secretRefusals'])
    .where('id', 'in', ids)
    .execute();
  expect(new Set(rows.map(({ secretRefusals }) => secretRefusals))).toEqual(new Set([15]));
  expect(rows.every(({ firstSeenAt }) => firstSeenAt !== null)).toBe(true);
});
