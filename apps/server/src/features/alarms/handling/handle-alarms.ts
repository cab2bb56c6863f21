import {
  type AlarmHandling,
  type AlarmStep,
  type AuditAction,
  type OfferedPermission,
} from '@sunfleet/contract';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudits } from '../../../platform/audit.ts';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockAlarms } from './lock-alarms.ts';

interface Step {
  to: AlarmHandling;
  /** What an alarm may be now. */
  from: readonly AlarmHandling[];
  kind: AlarmStep['kind'];
  permission: OfferedPermission;
  action: AuditAction;
}

/** What people do about alarms, one of the other. */
export const HANDLING_STEPS = {
  confirm: {
    to: 'confirmed',
    from: ['unhandled'],
    kind: 'confirmed',
    permission: 'alarms.confirm',
    action: 'alarms.confirm',
  },
  process: {
    to: 'processed',
    from: ['unhandled', 'confirmed'],
    kind: 'processed',
    permission: 'alarms.process',
    action: 'alarms.process',
  },
  reopen: {
    to: 'unhandled',
    from: ['confirmed', 'processed'],
    kind: 'reopened',
    permission: 'alarms.process',
    action: 'alarms.reopen',
  },
} as const satisfies Readonly<Record<string, Step>>;

/**
 * Takes alarms a step on. Those that are there already, and those that the caller may not do it about, stay as they are; answers how many it
 * took. Throws AppError `alarmNotFound` where there are only such that the caller may not do it about.
 */
export function handleAlarms(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { step, ids, note }: { step: Step; ids: readonly number[]; note: string },
): Promise<{ changed: number }> {
  const { actor } = context;
  const at = new Date(clock.now());
  return db.transaction().execute(async (trx) => {
    const alarms = await lockAlarms(trx, actor, {
      ids,
      permission: step.permission,
      condition: sql`alarms.handling = ANY(${[...step.from]}::text[])`,
    });
    if (alarms.length === 0) return { changed: 0 };
    await trx
      .updateTable('alarms')
      .set({ handling: step.to, handledBy: actor.userId, handledAt: at })
      .where(
        'id',
        'in',
        alarms.map(({ id }) => id),
      )
      .execute();
    const text = note.trim();
    await trx
      .insertInto('alarmSteps')
      .values(alarms.map(({ id }) => ({ alarmId: id, kind: step.kind, at, by: actor.userId, text })))
      .execute();
    await writeAudits(
      trx,
      context,
      alarms.map(({ id, stationId, handling }) => ({
        action: step.action,
        objectType: 'alarm',
        objectId: id,
        stationId,
        before: { handling },
        after: { handling: step.to },
      })),
    );
    const standing = alarms.filter(({ recoveredAt }) => recoveredAt === null);
    await announceChange(trx, { alarmsOf: new Set(standing.map(({ deviceId }) => deviceId)) });
    return { changed: alarms.length };
  });
}
