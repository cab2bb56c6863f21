import { addJob } from '../../platform/jobs/add-job.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** Plans that everybody asks again what they may do when an accepted grant begins and when it ends. */
export async function watchGrant(
  trx: Db,
  grant: { beginsAt: number; endsAt: number },
  now: number,
): Promise<void> {
  for (const edge of [grant.beginsAt, grant.endsAt]) {
    if (edge > now) await addJob(trx, 'grants.boundary', {}, { startAfter: edge });
  }
}

/** A grant has begun or ended by the clock: open streams and pages ask again what they may show. */
export async function announceBoundary({ db }: Pick<Platform, 'db'>): Promise<void> {
  await announceChange(db, { access: true });
}
