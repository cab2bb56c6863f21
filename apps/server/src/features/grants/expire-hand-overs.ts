import { sql } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { togetherOrAlone } from '../../platform/jobs/together-or-alone.ts';
import type { Platform } from '../../platform/platform.ts';
import { tellOfferer } from './offer-messages.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'log'>;

const job = { actor: systemActor, address: null };

/**
 * Ends offers that nobody answered in time and tells who offered. One to an account or code that does not exist ends in the same way.
 * The change and the message are one transaction, so that of several servers one does it. One that cannot be ended keeps no other one waiting.
 */
export async function expireHandOvers({ db, clock, log }: Parts): Promise<void> {
  const now = clock.now();
  const due = await db
    .selectFrom('handOvers')
    .select('id')
    .where('state', '=', 'pending')
    .where('expiresAt', '<=', new Date(now))
    .orderBy('id')
    .execute();
  await togetherOrAlone(
    due.map(({ id }) => id),
    (ids) => expire(db, ids, now),
    (error, handOverId) => log.error({ err: error, handOverId }, 'an offer of a station was not ended'),
  );
}

function expire(db: Parts['db'], ids: readonly number[], now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const over = await trx
      .updateTable('handOvers')
      .set({ state: 'expired' })
      .where('id', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
      .where('state', '=', 'pending')
      .returning(['id', 'stationId'])
      .execute();
    for (const { id, stationId } of over) {
      await writeAudit(trx, job, {
        action: 'stations.withdrawHandOver',
        objectType: 'station',
        objectId: stationId,
        stationId,
        after: { state: 'expired' },
      });
      await tellOfferer(trx, { handOverId: id, template: 'handOverExpired', now });
    }
  });
}
