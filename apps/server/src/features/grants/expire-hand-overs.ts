import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { tellOfferer } from './offer-messages.ts';

const job = { actor: systemActor, address: null };

/**
 * Ends offers that nobody answered in time and tells who offered. One to an account or code that does not exist ends in the same way.
 * The change and the message are one transaction, so that of several servers one does it.
 */
export async function expireHandOvers({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const over = await trx
      .updateTable('handOvers')
      .set({ state: 'expired' })
      .where('state', '=', 'pending')
      .where('expiresAt', '<=', new Date(now))
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
