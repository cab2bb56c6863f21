import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { withLockPatience } from './lock-patience.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

/** An organisation whose row somebody else has locked until `release`. */
async function locked() {
  const { id } = await makeOrganisation(platform);
  const holder = await platform.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT id FROM organisations WHERE id = $1 FOR UPDATE', [id]);
  const rename = () =>
    platform.db.updateTable('organisations').set({ name: 'Renamed' }).where('id', '=', id).execute();
  const release = async () => {
    await holder.query('COMMIT');
    holder.release();
  };
  return { rename, release };
}

test('who has patience fails in time and says why; work without it waits on the same connections', async () => {
  const { rename, release } = await locked();
  await expect(withLockPatience(100, rename)).rejects.toMatchObject({ key: 'beingChanged' });
  const waiting = rename();
  await vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(1));
  await expect(withLockPatience(100, rename)).rejects.toMatchObject({ key: 'beingChanged' });
  await release();
  await waiting;
  await withLockPatience(100, rename);
});

/** Two organisations that two transactions rename in different orders, each the first one before either goes on; what became of the two. */
async function renamedCrosswise() {
  const ids = [(await makeOrganisation(platform)).id, (await makeOrganisation(platform)).id];
  let began = 0;
  const both = Promise.withResolvers<void>();
  const rename = (order: readonly number[]) =>
    platform.db.transaction().execute(async (trx) => {
      for (const id of order) {
        await trx.updateTable('organisations').set({ name: 'Crossed' }).where('id', '=', id).execute();
        began += 1;
        if (began === 2) both.resolve();
        await both.promise;
      }
    });
  return Promise.allSettled([rename(ids), rename(ids.toReversed())]);
}

test('of two who wait for each other one is told to ask again; work without patience, to begin again', async () => {
  const failures = async (work: ReturnType<typeof renamedCrosswise>) =>
    (await work).flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(await failures(withLockPatience(30_000, renamedCrosswise))).toMatchObject([{ key: 'beingChanged' }]);
  expect(await failures(renamedCrosswise())).toMatchObject([{ key: 'storeUnavailable' }]);
});
