import type { Transaction } from 'kysely';
import type { RequestContext } from './actor.ts';
import type { Tables } from './postgres/tables.ts';

export interface AuditEntry {
  /** `stations.create`, the permission's words. */
  action: string;
  objectType: string;
  objectId: string | number;
  before?: object;
  after?: object;
}

/** Writes who did what, in the transaction of the write itself: neither exists without the other. */
export async function writeAudit(
  trx: Transaction<Tables>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  entry: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('auditLog')
    .values({
      actorKind: context.actor.kind,
      userId: context.actor.userId,
      action: entry.action,
      objectType: entry.objectType,
      objectId: String(entry.objectId),
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
      address: context.address,
    })
    .execute();
}
