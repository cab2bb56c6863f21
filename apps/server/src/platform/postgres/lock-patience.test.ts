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
