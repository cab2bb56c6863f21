import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { systemActor } from '../../../platform/actor.ts';
import { storageUnits } from './storage-units.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('a station may have more batteries than a statement takes parameters', async () => {
  const batteries = Array.from({ length: 70_000 }, (_, place) => ({
    id: 1_000_000_000 + place,
    kind: 'battery' as const,
  }));
  const latest = { latestOf: async () => new Map() };
  expect(await storageUnits({ db: platform.db, latest }, systemActor, batteries)).toEqual([]);
});
