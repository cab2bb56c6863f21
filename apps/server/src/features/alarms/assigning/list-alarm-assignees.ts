import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireAlarms } from '../handling/lock-alarms.ts';
import { readAssignees } from './alarm-assignees.queries.ts';

/** Who may look after all of some alarms. Throws AppError `alarmNotFound` where the actor may handle none of them. */
export async function listAlarmAssignees(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const known = await requireAlarms(db, actor, { ids, permission: 'alarms.process' });
  const people = await readAssignees(db, { actor, ids: known, at: clock.now() });
  return people.map(({ id, name }) => ({ id, name }));
}
