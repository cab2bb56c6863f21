import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { nextVersion } from './next-version.ts';

const { db, stop } = await testPlatform();
afterAll(stop);

test('versions follow the clock, and go on rising where it stands or was set back, whichever server asks', async () => {
  const [noon, before] = [1_900_000_000_000, 1_800_000_000_000];
  const together = await Promise.all(Array.from({ length: 20 }, () => nextVersion(db, 'rollUps', noon)));
  expect(together.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => noon + n));
  expect(await nextVersion(db, 'rollUps', before)).toBe(noon + 20);
  expect(await nextVersion(db, 'rollUps', noon + 1000.4)).toBe(noon + 1001);
  expect(await nextVersion(db, 'expectedPower', before)).toBe(before);
});
