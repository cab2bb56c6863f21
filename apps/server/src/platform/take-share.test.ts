import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../test/harness.ts';
import { takeShare, type Share } from './take-share.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

/** How many a family gets until it is refused. */
async function takeAll(share: Share): Promise<number> {
  for (let n = 0; ; n += 1) {
    try {
      await platform.db.transaction().execute((trx) => takeShare(trx, share, platform.clock.now()));
    } catch (error) {
      expect(error).toMatchObject({ key: 'tooManyRequests' });
      return n;
    }
  }
}

const ofSixteen = (values: Partial<Share> = {}) => ({ ofAll: randomUUID(), perDay: 16, ...values });

test('each family leaves as many to the others as it has had, so that the next one always has some', async () => {
  const share = ofSixteen();
  const got: number[] = [];
  for (const family of [1, 2, 3, null]) got.push(await takeAll({ ...share, family }));
  expect(got).toEqual([8, 4, 2, 1]);
  expect(await takeAll({ ...share, family: 1 })).toBe(0);
  platform.clock.advance(86_400_000);
  expect(await takeAll({ ...share, family: 5 })).toBe(8);
});

test('one that is alone has all where it may', async () => {
  const share = ofSixteen({ aloneHasAll: true });
  expect(await takeAll({ ...share, family: 1 })).toBe(16);
  const shared = ofSixteen({ aloneHasAll: true });
  await platform.db
    .transaction()
    .execute((trx) => takeShare(trx, { ...shared, family: 2 }, platform.clock.now()));
  expect(await takeAll({ ...shared, family: 1 })).toBe(8);
});
