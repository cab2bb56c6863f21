import { sql } from 'kysely';
import { togetherOrAlone } from '../../platform/jobs/together-or-alone.ts';
import type { Platform } from '../../platform/platform.ts';
import { tellGiver, tellGrantee } from './grant-messages.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'log'>;

const AHEAD_MS = 30 * 86_400_000;

/**
 * Tells both sides of each grant that ends within thirty days, once. A grant that was shorter from the beginning ends as it was
 * agreed. The mark and the messages are one transaction, so that of several servers one tells it. A grant of which nobody can be told keeps
 * no other one waiting.
 */
export async function remindOfEnds({ db, clock, log }: Parts): Promise<void> {
  const now = clock.now();
  const due = await db
    .selectFrom('grants')
    .select('id')
    .where('state', '=', 'accepted')
    .where('remindedAt', 'is', null)
    .where('endsAt', '>', new Date(now))
    .where('endsAt', '<=', new Date(now + AHEAD_MS))
    .orderBy('id')
    .execute();
  await togetherOrAlone(
    due.map(({ id }) => id),
    (ids) => remind(db, ids, now),
    (error, grantId) => log.error({ err: error, grantId }, 'nobody was told that a grant ends'),
  );
}

function remind(db: Parts['db'], ids: readonly number[], now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const ending = await trx
      .updateTable('grants')
      .set({ remindedAt: new Date(now) })
      .where('id', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
      .where('state', '=', 'accepted')
      .where('remindedAt', 'is', null)
      .where('endsAt', '>', new Date(now))
      .returning(['id', 'beginsAt', 'endsAt'])
      .execute();
    for (const { id, beginsAt, endsAt } of ending) {
      if (endsAt.getTime() - beginsAt.getTime() <= AHEAD_MS) continue;
      await tellGrantee(trx, { grantId: id, now });
      await tellGiver(trx, { grantId: id, now });
    }
  });
}
