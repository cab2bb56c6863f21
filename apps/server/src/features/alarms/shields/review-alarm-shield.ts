import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findShield, lockShield } from './lock-shield.ts';
import { shieldPermission } from './shield-permission.ts';
import { reviewOf } from './shield-review.ts';

/** Somebody who could make a long shield says that it is still wanted. Throws AppError: alarmShieldNotFound, noDataPermission. */
export async function reviewAlarmShield(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  const { actor } = context;
  await db.transaction().execute(async (trx) => {
    const shield = await lockShield(trx, actor, { id, permission: 'alarms.shieldTemporarily' });
    const { stationId, organisationId, code } = shield;
    const end = shield.until?.getTime() ?? null;
    const permission = shieldPermission(end, [shield]);
    if (!(await findShield(trx, actor, { id, permission }))) throw new AppError('noDataPermission');
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
