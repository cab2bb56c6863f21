import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { ownUser } from '../accounts/index.ts';
import { withdrawHandOversOf } from '../grants/index.ts';
import { getCancellation, type Cancellation } from './get-cancellation.ts';

/** Takes a cancellation back with the offers of stations that came with it; nothing happens where none waits. */
export async function keepAccount(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
): Promise<Cancellation> {
  const { id } = await ownUser(platform, context);
  await platform.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('users')
      .select('cancelChoices')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const kept = await trx
      .updateTable('users')
      .set({ cancelRequestedAt: null, cancelChoices: null })
      .where('id', '=', id)
      .where('cancelRequestedAt', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!kept) return;
    const offered = (before?.cancelChoices ?? []).filter(({ fate }) => fate === 'transfer');
    await withdrawHandOversOf(trx, {
      userId: id,
      stationIds: offered.map(({ stationId }) => stationId),
      now: platform.clock.now(),
    });
    await writeAudit(trx, context, { action: 'accounts.keep', objectType: 'user', objectId: id });
  });
  return getCancellation(platform, context);
}
