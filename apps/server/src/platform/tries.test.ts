import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../test/harness.ts';
import { countTries, noteTry, takeTryBack } from './tries.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('two that are taken back in the same moment take back one each', async () => {
  const { db, clock } = platform;
  const now = clock.now();
  const subject = 'taken back twice';
  for (let n = 0; n < 3; n += 1) await noteTry(db, [subject], now);
  await db.transaction().execute(async (trx) => {
    await takeTryBack(trx, [subject], now);
    await takeTryBack(db, [subject], now);
  });
  expect(await countTries(db, { subject, withinMs: 1000 }, now)).toBe(1);
});
