import { addJob } from '../../platform/jobs/add-job.ts';
import { togetherOrAlone } from '../../platform/jobs/together-or-alone.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { leaveGranted } from '../alarm-shields/index.ts';

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

/** Grants that ended longer ago were looked at, unless no server ran for so long. */
const ENDED_WITHIN_MS = 30 * 86_400_000;

/** A grant has begun or ended by the clock: open streams and pages ask again what they may show, and what grantees kept quiet is heard again. */
export async function announceBoundary({
  db,
  clock,
  log,
}: Pick<Platform, 'db' | 'clock' | 'log'>): Promise<void> {
  await announceChange(db, { access: true });
  const now = clock.now();
  const ended = await db
    .selectFrom('grants')
    .select('id')
    .where('state', '=', 'accepted')
    .where('endsAt', '<=', new Date(now))
    .where('endsAt', '>', new Date(now - ENDED_WITHIN_MS))
    .orderBy('id')
    .execute();
  await togetherOrAlone(
    ended.map(({ id }) => id),
    (grantIds) => db.transaction().execute((trx) => leaveGranted(trx, { grantIds, now, by: null })),
    (error, grantId) => log.error({ err: error, grantId }, 'what a grant left at its stations goes on'),
  );
}
