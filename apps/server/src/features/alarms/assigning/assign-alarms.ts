import { ADDRESSES, type RouteRequest, type routes } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudits } from '../../../platform/audit.ts';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { mayTake } from '../../../platform/tries.ts';
import { publicLink, sendMessage, wayTo, workLimits } from '../../outbox/index.ts';
import { faultText } from '../export-columns.ts';
import { lockAlarms } from '../handling/lock-alarms.ts';
import { readAssignees, type Candidate } from './alarm-assignees.queries.ts';

type Body = RouteRequest<(typeof routes)['assignAlarms']>['body'];
type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'text'>;

/**
 * Gives alarms to somebody, or to nobody. Who gets them from somebody else is told by one message for all of them. Those that are theirs already stay as
 * they are; answers how many it gave. Throws AppError: alarmNotFound, alarmAssigneeUnknown for somebody who may not handle all of them.
 */
export function assignAlarms(
  platform: Parts,
  context: RequestContext,
  { ids, userId, note }: Body,
): Promise<{ changed: number }> {
  const { db, clock } = platform;
  const { actor } = context;
  const at = new Date(clock.now());
  return db.transaction().execute(async (trx) => {
    const alarms = await lockAlarms(trx, actor, {
      ids,
      permission: 'alarms.process',
      condition: sql<SqlBool>`alarms.assigned_to IS DISTINCT FROM ${userId}::bigint`,
    });
    if (alarms.length === 0) return { changed: 0 };
    const given = alarms.map(({ id }) => id);
    const assignee = userId === null ? undefined : await requireAssignee(trx, context, { given, userId, at });
    const before = await trx
      .selectFrom('alarms')
      .innerJoin('users', 'users.id', 'alarms.assignedTo')
      .select(['alarms.id', 'users.name'])
      .where('alarms.id', 'in', given)
      .execute();
    const ofBefore = new Map(before.map(({ id, name }) => [id, name]));
    await trx.updateTable('alarms').set({ assignedTo: userId }).where('id', 'in', given).execute();
    const step = {
      kind: userId === null ? ('unassigned' as const) : ('assigned' as const),
      at,
      by: actor.userId,
      whom: userId,
      text: note.trim(),
    };
    await trx
      .insertInto('alarmSteps')
      .values(given.map((alarmId) => ({ ...step, alarmId })))
      .execute();
    await writeAudits(
      trx,
      context,
      alarms.map(({ id, stationId }) => ({
        action: 'alarms.assign',
        objectType: 'alarm',
        objectId: id,
        stationId,
        before: { assignee: ofBefore.get(id) ?? null },
        after: { assignee: assignee?.name ?? null },
      })),
    );
    if (assignee && assignee.id !== actor.userId) await tell(platform, trx, { context, assignee, given, at });
    const standing = alarms.filter(({ recoveredAt }) => recoveredAt === null);
    await announceChange(trx, { alarmsOf: new Set(standing.map(({ deviceId }) => deviceId)) });
    return { changed: alarms.length };
  });
}

async function requireAssignee(
  trx: Transaction<Tables>,
  { actor }: RequestContext,
  { given, userId, at }: { given: readonly number[]; userId: number; at: Date },
): Promise<Candidate> {
  const [found] = await readAssignees(trx, { actor, ids: given, at: at.getTime(), only: userId });
  if (!found) throw new AppError('alarmAssigneeUnknown');
  return found;
}

interface Told {
  context: RequestContext;
  assignee: Candidate;
  given: readonly number[];
  at: Date;
}

/** One message for all of them, about the worst one. Whoever gives and takes again and again fills nobody's mailbox. */
async function tell(
  { config, text }: Pick<Parts, 'config' | 'text'>,
  trx: Transaction<Tables>,
  { context, assignee, given, at }: Told,
): Promise<void> {
  const way = wayTo(assignee, context.language);
  if (!way || !(await mayTake(trx, workLimits(way.to, context.actor.userId), at.getTime()))) return;
  const worst = await trx
    .selectFrom('alarms')
    .innerJoin('stations', 'stations.id', 'alarms.stationId')
    .select(['alarms.textKey', 'alarms.code', 'stations.name'])
    .where('alarms.id', 'in', [...given])
    .orderBy(sql`array_position(ARRAY['emergency', 'general', 'tip'], alarms.level)`)
    .orderBy('alarms.beganAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const who = await trx
    .selectFrom('users')
    .select('name')
    .where('id', '=', context.actor.userId)
    .executeTakeFirst();
  const values = {
    who: who?.name ?? '',
    count: given.length,
    alarm: faultText({ text, language: way.language }, worst, 'name') ?? worst.code,
    station: worst.name,
    link: publicLink(config, `${ADDRESSES.alarms}?assigned=mine`),
  };
  await sendMessage(trx, { ...way, template: 'alarmAssigned', values, now: at.getTime() });
}
