import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { forgetFollowers, noteAtCovered } from '../../alarm-shields/index.ts';
import { lockShield } from './lock-shield.ts';

/** Lets alarms be heard again; of a shield by label at whatever carries it, of what follows one at this carrier until it gets the label anew. Throws AppError `alarmShieldNotFound`. */
export async function endAlarmShield(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  const { actor, written } = context;
  const at = new Date(clock.now());
  await db.transaction().execute(async (trx) => {
    const shield = await lockShield(trx, actor, { id, permission: 'alarms.shieldTemporarily' });
    const { stationId, organisationId, code, deviceId } = shield;
    const ended = await trx
      .updateTable('alarmShields')
      .set({ endedAt: at, endedBy: actor.userId })
      .where((eb) => eb.or([eb('id', '=', id), eb('parentId', '=', id)]))
      .where('endedAt', 'is', null)
      .returning('id')
      .execute();
    const shieldIds = ended.map((one) => one.id);
    await noteAtCovered(trx, { shieldIds, kind: 'shieldEnded', at, by: actor.userId, text: '', written });
    // Of the one that somebody ended there is a row in the log.
    await forgetFollowers(
      trx,
      shieldIds.filter((one) => one !== id),
    );
    await writeAudit(trx, context, {
      action: 'alarms.endShield',
      objectType: 'alarmShield',
      objectId: id,
      ...(stationId === null ? { organisationId: organisationId! } : { stationId }),
      before: { code, deviceId },
    });
  });
  return null;
}
