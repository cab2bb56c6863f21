import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSession } from './sessions.ts';

/** Ends the session of the request; its tokens are worth nothing from then on. */
export async function logout(platform: Pick<Platform, 'db'>, context: RequestContext): Promise<void> {
  const { sessionId, userId } = context.actor;
  if (sessionId === null) return;
  await platform.db.transaction().execute(async (trx) => {
    await endSession(trx, sessionId);
    await announceChange(trx, { accessOf: [userId] });
    if (userId === null) return;
    await writeAudit(trx, context, { action: 'accounts.logout', objectType: 'user', objectId: userId });
  });
}
