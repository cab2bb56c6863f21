import { LIMITS, type AlarmStep } from '@sunfleet/contract';
import { seesMasked, type Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { requireAlarm } from './lock-alarms.ts';

/**
 * What people did about an alarm, the oldest first; nothing for visitors. Of what was done again and again the newest, beside all notes; the audit log has the others.
 * Throws AppError `alarmNotFound`.
 */
export async function listAlarmSteps(db: Db, actor: Actor, alarmId: number): Promise<AlarmStep[]> {
  await requireAlarm(db, actor, { id: alarmId, permission: 'alarms.view' });
  if (seesMasked(actor)) return [];
  const rows = await db
    .selectFrom('alarmSteps as step')
    .leftJoin('users', 'users.id', 'step.by')
    .leftJoin('users as given', 'given.id', 'step.whom')
    .select(['step.id', 'step.kind', 'step.at', 'step.text', 'users.name as by', 'given.name as whom'])
    .where('step.alarmId', '=', alarmId)
    .where((eb) => {
      const handled = eb
        .selectFrom('alarmSteps as newest')
        .select('newest.id')
        .where('newest.alarmId', '=', alarmId)
        .where('newest.kind', '!=', 'noted')
        .orderBy('newest.id', 'desc')
        .limit(LIMITS.alarmSteps);
      return eb.or([eb('step.kind', '=', 'noted'), eb('step.id', 'in', handled)]);
    })
    .orderBy('step.id')
    .execute();
  return rows.map(({ at, ...step }) => ({ ...step, at: at.getTime() }));
}
