import type { Session } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { accountOf } from './personal-info.ts';
import { rotateSession } from './sessions.ts';

/**
 * Trades a refresh token for a new session; the old tokens end. A token that was traded before must have been copied: it ends the
 * session, and the audit log says so. Throws AppError `unauthorised`.
 */
export async function refreshSession(
  platform: Pick<Platform, 'db' | 'clock'>,
  { bearer, address }: { bearer: string; address: string | null },
): Promise<Session> {
  const rotation = await platform.db.transaction().execute(async (trx) => {
    const rotated = await rotateSession(trx, bearer, platform.clock.now());
    if (rotated && 'reused' in rotated) {
      await tellReuse(trx, rotated.reused, address);
      await announceChange(trx, { accessOf: [rotated.reused.userId] });
    }
    return rotated;
  });
  if (rotation && 'tokens' in rotation) {
    return { ...rotation.tokens, account: await accountOf(platform, rotation.userId) };
  }
  throw new AppError('unauthorised');
}

async function tellReuse(
  trx: Transaction<Tables>,
  { sessionId, userId }: { sessionId: number; userId: number | null },
  address: string | null,
): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('organisationId')
    .where('id', '=', userId)
    .executeTakeFirst();
  const actor = { ...systemActor, userId, organisationId: user?.organisationId ?? null };
  const entry = { action: 'accounts.tokenReused', objectType: 'session', objectId: sessionId } as const;
  await writeAudit(trx, { actor, address }, entry);
}
