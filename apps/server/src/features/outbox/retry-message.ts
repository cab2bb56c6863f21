import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { toMessage, type OutboxMessage } from './list-outbox.ts';

/**
 * Lets a message be tried again at once, with all its tries. One that was sent, or whose secret was removed, stays as it is.
 * Throws AppError `notFound`.
 */
export function retryMessage(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<OutboxMessage> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('outbox')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new AppError('notFound');
    if (before.state === 'sent' || before.redacted) return toMessage(before);
    const row = await trx
      .updateTable('outbox')
      .set({ state: 'waiting', tries: 0, nextTryAt: new Date(clock.now()) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const entry = { action: 'outbox.retry', objectType: 'message', objectId: id } as const;
    await writeAudit(trx, context, { ...entry, before: { state: before.state } });
    await addJob(trx, 'outbox.deliver', {});
    return toMessage(row);
  });
}
