import { LIMITS } from '@sunfleet/contract';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { holdStationsOf, requireAlarm } from './lock-alarms.ts';

/** Notes something of an alarm. Throws AppError: alarmNotFound, tooManyAlarmSteps. */
export function noteAlarm(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { id: alarmId, text }: { id: number; text: string },
): Promise<{ id: number }> {
  const { actor } = context;
  return db.transaction().execute(async (trx) => {
    const permission = 'alarms.confirm';
    await holdStationsOf(trx, actor, { ids: [alarmId], permission });
    const { stationId } = await requireAlarm(trx, actor, { id: alarmId, permission });
    // One after the other, so that nobody passes the limit by asking often at once.
    await trx.selectFrom('alarms').select('id').where('id', '=', alarmId).forNoKeyUpdate().execute();
    const { n } = await trx
      .selectFrom('alarmSteps')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('alarmId', '=', alarmId)
      .where('kind', '=', 'noted')
      .executeTakeFirstOrThrow();
    if (Number(n) >= LIMITS.alarmSteps) throw new AppError('tooManyAlarmSteps', { most: LIMITS.alarmSteps });
    const row = await trx
      .insertInto('alarmSteps')
      .values({ alarmId, kind: 'noted', at: new Date(clock.now()), by: actor.userId, text: text.trim() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'alarms.note',
      objectType: 'alarm',
      objectId: alarmId,
      stationId,
    });
    return row;
  });
}
