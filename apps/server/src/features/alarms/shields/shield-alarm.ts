import {
  ADMINISTRATING_ROLES,
  isSafetyFault,
  LIMITS,
  type RouteRequest,
  type routes,
} from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { may, type Actor, type RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { holdStation } from '../../stations/index.ts';
import { requireAlarm } from '../handling/lock-alarms.ts';
import { noteAtCovered } from './covered-alarms.ts';

type Wish = RouteRequest<typeof routes.shieldAlarm>['body'];

/** A shorter one would be over before anybody notices it. */
const SHORTEST_MS = 60_000;

/**
 * Keeps the code of an alarm quiet, in the place of a shield of the same subject that runs. Throws AppError: alarmNotFound, noDataPermission
 * (for good), safetyAlarm, shieldTimeInvalid, tooManyShields.
 */
export function shieldAlarm(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { id: alarmId, of, until, reason }: Wish & { id: number },
): Promise<{ id: number }> {
  const { actor } = context;
  const permission = shieldPermission(actor, until);
  const now = clock.now();
  requireTime(until, now);
  return db.transaction().execute(async (trx) => {
    const alarm = await requireAlarm(trx, actor, { id: alarmId, permission });
    const { stationId, code, textKey, level } = alarm;
    if (isSafetyFault(textKey) && !ADMINISTRATING_ROLES.has(actor.role)) throw new AppError('safetyAlarm');
    await holdStation(trx, actor, stationId, { permission, changes: 'station' });
    const deviceId = of === 'device' ? alarm.deviceId : null;
    const subject = { stationId, deviceId, code, textKey };
    await endRunning(trx, subject, { now, by: actor.userId });
    await requireRoom(trx, stationId);
    const values = { ...subject, until: until === null ? null : new Date(until), reason: reason.trim() };
    const row = await trx
      .insertInto('alarmShields')
      .values({
        ...values,
        level,
        reviewAt: reviewOf(until, now),
        createdAt: new Date(now),
        createdBy: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await noteAtCovered(trx, {
      shieldIds: [row.id],
      kind: 'shielded',
      at: new Date(now),
      by: actor.userId,
      text: values.reason,
    });
    await writeAudit(trx, context, {
      action: 'alarms.shield',
      objectType: 'alarmShield',
      objectId: row.id,
      stationId,
      after: { code, deviceId, until, reason: values.reason },
    });
    return row;
  });
}

/** What a shield that ends then asks for. Throws AppError `noDataPermission` where it is for good and the actor may not. */
export function shieldPermission(actor: Actor, until: number | null) {
  if (until !== null) return 'alarms.shieldTemporarily';
  if (!may(actor, 'alarms.shieldPermanently')) throw new AppError('noDataPermission');
  return 'alarms.shieldPermanently';
}

/** When somebody has to say that a shield is still wanted. */
export function reviewOf(until: number | null, now: number): Date | null {
  const due = now + LIMITS.shieldReviewMs;
  return until === null || until > due ? new Date(due) : null;
}

function requireTime(until: number | null, now: number): void {
  if (until === null || (until >= now + SHORTEST_MS && until <= now + LIMITS.longestShieldMs)) return;
  throw new AppError('shieldTimeInvalid', { days: LIMITS.longestShieldMs / 86_400_000 });
}

interface Subject {
  stationId: number;
  deviceId: number | null;
  code: string;
  textKey: string;
}

/** One whose time is over, and that no job has ended yet, ended then. */
async function endRunning(
  trx: Transaction<Tables>,
  { stationId, deviceId, code, textKey }: Subject,
  { now, by }: { now: number; by: number | null },
): Promise<void> {
  await trx
    .updateTable('alarmShields')
    .set({ endedAt: sql<Date>`least(until, ${new Date(now)}::timestamptz)`, endedBy: by })
    .where('stationId', '=', stationId)
    .where('code', '=', code)
    .where('textKey', '=', textKey)
    .where('deviceId', deviceId === null ? 'is' : '=', deviceId)
    .where('endedAt', 'is', null)
    .execute();
}

async function requireRoom(trx: Transaction<Tables>, stationId: number): Promise<void> {
  const { n } = await trx
    .selectFrom('alarmShields')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('stationId', '=', stationId)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(n) >= LIMITS.shieldsOfStation)
    throw new AppError('tooManyShields', { most: LIMITS.shieldsOfStation });
}
