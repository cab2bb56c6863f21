import type { Platform } from '../../platform/platform.ts';
import { tellGiver, tellGrantee } from './grant-messages.ts';

const AHEAD_MS = 30 * 86_400_000;

/**
 * Tells both sides of each grant that ends within thirty days, once. A grant that was shorter from the beginning ends as it was
 * agreed. The mark and the messages are one transaction, so that of several servers one tells it.
 */
export async function remindOfEnds(platform: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    const ending = await trx
      .updateTable('grants')
      .set({ remindedAt: new Date(now) })
      .where('state', '=', 'accepted')
      .where('remindedAt', 'is', null)
      .where('endsAt', '>', new Date(now))
      .where('endsAt', '<=', new Date(now + AHEAD_MS))
      .returning(['id', 'beginsAt', 'endsAt'])
      .execute();
    for (const { id, beginsAt, endsAt } of ending) {
      if (endsAt.getTime() - beginsAt.getTime() <= AHEAD_MS) continue;
      await tellGrantee(trx, { grantId: id, now });
      await tellGiver(trx, { grantId: id, now });
    }
  });
}
