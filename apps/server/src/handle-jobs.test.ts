import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../test/harness.ts';
import { makeStation } from '../test/makers.ts';
import { handleJobs } from './handle-jobs.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('an ended station outlives a clock that leapt by years', async () => {
  const handlers = new Map<string, () => Promise<void>>();
  const jobs = { handle: (kind: string, work: () => Promise<void>) => void handlers.set(kind, work) };
  handleJobs(jobs as never, platform, {} as never);
  const expire = handlers.get('stations.expire')!;
  platform.clock.set(Date.now());
  const station = await makeStation(platform);
  const endedAt = new Date(platform.clock.now());
  await platform.db.updateTable('stations').set({ endedAt }).where('id', '=', station.id).execute();
  await expire();
  const left = () => platform.db.selectFrom('stations').select('id').where('id', '=', station.id).execute();
  platform.clock.advance(10 * 365 * 86_400_000);
  await expire();
  expect(await left()).toEqual([{ id: station.id }]);
  platform.clock.advance(2 * 86_400_000);
  await expire();
  expect(await left()).toEqual([{ id: station.id }]);
});
