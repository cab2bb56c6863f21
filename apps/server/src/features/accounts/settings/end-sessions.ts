import { announceChange } from '../../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ownUserId } from './own-account.ts';

type Parts = Pick<Platform, 'db'>;

/** Signs one of the own sessions out. Throws AppError `sessionNotFound` for one that is over or somebody else's. */
export async function endOwnSession(platform: Parts, context: RequestContext, id: number): Promise<void> {
  const userId = ownUserId(context);
  await platform.db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw new AppError('sessionNotFound');
    await writeAudit(trx, context, { action: 'accounts.endSession', objectType: 'session', objectId: id });
    await announceChange(trx, { accessOf: [userId] });
  });
}

/** Signs every own session out but the one of the request, and ends logins that wait for a second factor; answers how many sessions. */
export async function endOtherSessions(platform: Parts, context: RequestContext): Promise<{ ended: number }> {
  const userId = ownUserId(context);
  const ended = await platform.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('loginTickets').where('userId', '=', userId).execute();
    const rows = await trx
      .deleteFrom('sessions')
      .where('userId', '=', userId)
      .where('id', 'is distinct from', context.actor.sessionId)
      .returning('id')
      .execute();
    const entry = { action: 'accounts.endOtherSessions', objectType: 'user', objectId: userId } as const;
    await writeAudit(trx, context, { ...entry, after: { ended: rows.length } });
    await announceChange(trx, { accessOf: [userId] });
    return rows.length;
  });
  return { ended };
}
