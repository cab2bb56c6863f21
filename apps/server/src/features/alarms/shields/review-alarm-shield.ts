import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockShield } from './lock-shield.ts';
import { shieldPermission } from './shield-alarms.ts';
import { reviewOf } from './shield-review.ts';

/** Somebody says that a long shield is still wanted. Throws AppError: alarmShieldNotFound, noDataPermission (for good). */
export async function reviewAlarmShield(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  const { actor } = context;
  await db.transaction().execute(async (trx) => {
    const { stationId, organisationId, until, code } = await lockShield(trx, actor, {
      id,
      permission: 'alarms.shieldTemporarily',
    });
    const end = until?.getTime() ?? null;
    shieldPermission(actor, end);
    const reviewAt = reviewOf(end, clock.now());
    await trx.updateTable('alarmShields').set({ reviewAt }).where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'alarms.reviewShield',
      objectType: 'alarmShield',
      objectId: id,
      ...(stationId === null ? { organisationId: organisationId! } : { stationId }),
      after: { code, reviewAt },
    });
  });
  return null;
}
