import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { noteAtCovered } from './covered-alarms.ts';
import { lockShield } from './lock-shield.ts';

/** Lets alarms be heard again. Throws AppError `alarmShieldNotFound`. */
export async function endAlarmShield(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  const { actor } = context;
  const at = new Date(clock.now());
  await db.transaction().execute(async (trx) => {
    const shield = await lockShield(trx, actor, { id, permission: 'alarms.shieldTemporarily' });
    const { stationId, code, deviceId } = shield;
    await trx
      .updateTable('alarmShields')
      .set({ endedAt: at, endedBy: actor.userId })
      .where('id', '=', id)
      .execute();
    await noteAtCovered(trx, { shieldIds: [id], kind: 'shieldEnded', at, by: actor.userId, text: '' });
    await writeAudit(trx, context, {
      action: 'alarms.endShield',
      objectType: 'alarmShield',
      objectId: id,
      stationId,
      before: { code, deviceId },
    });
  });
  return null;
}
