import { LIMITS, type RouteRequest, type routes } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { may, type RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { holdStation } from '../../stations/index.ts';
import { requireAlarms } from '../handling/lock-alarms.ts';
import { noteAtCovered } from '../../alarm-shields/index.ts';
import { shieldByLabel } from './shield-by-label.ts';
import { requireSafety, shieldPermission } from './shield-permission.ts';
import { reviewOf } from './shield-review.ts';
import { shieldSubjects, type ShieldSubject } from './shield-subjects.queries.ts';

type Wish = RouteRequest<typeof routes.shieldAlarms>['body'];

/** A shorter one would be over before anybody notices it. */
const SHORTEST_MS = 60_000;

/**
 * Keeps the codes of alarms quiet, each in the place of a shield of the same subject that runs; alarms out of the actor's reach are left out. Throws AppError:
 * alarmNotFound, labelNotFound, noDataPermission (for good), safetyAlarm (who does not administer the station), shieldTimeInvalid, tooManyShields, shieldsTooMany.
 */
export function shieldAlarms(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { ids, until, reason, ...wish }: Wish,
): Promise<{ ids: number[] }> {
  const { actor } = context;
  const least = shieldPermission(until, []);
  if (!may(actor, least)) throw new AppError('noDataPermission');
  const now = clock.now();
  requireTime(until, now);
  return db.transaction().execute(async (trx) => {
    const alarmIds = await requireAlarms(trx, actor, { ids, permission: least });
    const subjects = await shieldSubjects(trx, { of: wish.of, alarmIds });
    await requireSafety(trx, actor, subjects);
    if (wish.of === 'label') {
      const permission = shieldPermission(until, subjects);
      const label = { labelId: wish.labelId ?? 0, permission, faults: subjects };
      return { ids: await shieldByLabel(trx, context, { ...label, until, reason: reason.trim(), now }) };
    }
    if (subjects.length > LIMITS.shieldsAtOnce)
      throw new AppError('shieldsTooMany', { most: LIMITS.shieldsAtOnce });
    const made: number[] = [];
    let held = 0;
    for (const subject of subjects) {
      const { stationId } = subject;
      if (stationId !== held) {
        const ofStation = subjects.filter((other) => other.stationId === stationId);
        const permission = shieldPermission(until, ofStation);
        await holdStation(trx, actor, stationId, { permission, changes: 'station' });
      }
      held = stationId;
      made.push(await shield(trx, context, { subject, until, reason: reason.trim(), now }));
    }
    await noteAtCovered(trx, {
      shieldIds: made,
      kind: 'shielded',
      at: new Date(now),
      by: actor.userId,
      text: reason.trim(),
      written: context.written,
    });
    return { ids: made };
  });
}

interface Made {
  subject: ShieldSubject;
  until: number | null;
  reason: string;
  now: number;
}

async function shield(
  trx: Transaction<Tables>,
  context: RequestContext,
  { subject, until, reason, now }: Made,
): Promise<number> {
  const by = context.actor.userId;
  await endRunning(trx, subject, { now, by });
  await requireRoom(trx, subject.stationId);
  const { id } = await trx
    .insertInto('alarmShields')
    .values({
      ...subject,
      reason,
      until: until === null ? null : new Date(until),
      reviewAt: reviewOf(until, now),
      createdAt: new Date(now),
      createdBy: by,
      madeFor: context.actor.organisationId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { code, deviceId, stationId } = subject;
  await writeAudit(trx, context, {
    action: 'alarms.shield',
    objectType: 'alarmShield',
    objectId: id,
    stationId,
    after: { code, deviceId, until, reason },
  });
  return id;
}

function requireTime(until: number | null, now: number): void {
  if (until === null || (until >= now + SHORTEST_MS && until <= now + LIMITS.longestShieldMs)) return;
  throw new AppError('shieldTimeInvalid', { days: LIMITS.longestShieldMs / 86_400_000 });
}

/** One whose time is over, and that no job has ended yet, ended then. */
async function endRunning(
  trx: Transaction<Tables>,
  { stationId, deviceId, code, textKey }: ShieldSubject,
  { now, by }: { now: number; by: number | null },
): Promise<void> {
  await trx
    .updateTable('alarmShields')
    .set({ endedAt: sql<Date>`least(until, ${new Date(now)}::timestamptz)`, endedBy: by })
    .where('stationId', '=', stationId)
    .where('code', '=', code)
    .where('textKey', '=', textKey)
    .where('deviceId', deviceId === null ? 'is' : '=', deviceId)
    .where('parentId', 'is', null)
    .where('endedAt', 'is', null)
    .execute();
}

/** What follows labels is none of those that people made there. Throws AppError `tooManyShields`. */
export async function requireRoom(trx: Transaction<Tables>, stationId: number): Promise<void> {
  const { n } = await trx
    .selectFrom('alarmShields')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('stationId', '=', stationId)
    .where('parentId', 'is', null)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(n) >= LIMITS.shieldsOfStation)
    throw new AppError('tooManyShields', { most: LIMITS.shieldsOfStation });
}
