import type { RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { holdStation } from '../../stations/index.ts';
import { noteAtCovered } from '../../alarm-shields/index.ts';
import { requireRoom } from './shield-alarms.ts';

type Wish = RouteRequest<typeof routes.planMaintenance>['body'];

/** Maintenance is planned no further ahead. */
const FURTHEST_DAYS = 366;

/**
 * Keeps all alarms of stations quiet that are not about safety, between two times: they are recorded, and who still stands at its end is told of then. Throws
 * AppError: stationNotFound, shieldTimeInvalid, tooManyShields.
 */
export function planMaintenance(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { stationIds, from, until, ...wish }: Wish,
): Promise<{ ids: number[] }> {
  const { actor } = context;
  const now = clock.now();
  const reason = wish.reason.trim();
  if (until <= now || until > now + FURTHEST_DAYS * 86_400_000)
    throw new AppError('shieldTimeInvalid', { days: FURTHEST_DAYS });
  // What was recorded before is not made quiet afterwards.
  const startsAt = new Date(Math.max(from, now));
  return db.transaction().execute(async (trx) => {
    const ids: number[] = [];
    for (const stationId of [...new Set(stationIds)].toSorted((a, b) => a - b)) {
      await holdStation(trx, actor, stationId, {
        permission: 'alarms.shieldTemporarily',
        changes: 'station',
      });
      await requireRoom(trx, stationId);
      const { id } = await trx
        .insertInto('alarmShields')
        .values({
          stationId,
          kind: 'maintenance',
          code: '',
          textKey: '',
          level: 'tip',
          reason,
          startsAt,
          begun: from <= now,
          until: new Date(until),
          createdAt: new Date(now),
          createdBy: actor.userId,
          madeFor: actor.organisationId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(id);
      await writeAudit(trx, context, {
        action: 'alarms.planMaintenance',
        objectType: 'alarmShield',
        objectId: id,
        stationId,
        after: { from: startsAt, until: new Date(until), reason },
      });
    }
    const begun = from <= now ? ids : [];
    const at = new Date(now);
    await noteAtCovered(trx, {
      shieldIds: begun,
      kind: 'shielded',
      at,
      by: actor.userId,
      text: reason,
      written: context.written,
    });
    return { ids };
  });
}
