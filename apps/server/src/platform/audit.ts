import type { Transaction } from 'kysely';
import type { Db } from './postgres/client.ts';
import type { RequestContext } from './actor.ts';
import type { Tables } from './postgres/tables.ts';

export interface AuditEntry {
  /** `stations.create`, the permission's words. */
  action: string;
  objectType: string;
  objectId: string | number;
  /** The station it happened on, whose owner may read it. */
  stationId?: number | null;
  /** The organisation whose administrators may read it; the actor's own where not named. */
  organisationId?: number | null;
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
      actorKind: context.actor.apiKeyId === null ? context.actor.kind : 'apiKey',
      userId: context.actor.userId,
      apiKeyId: context.actor.apiKeyId,
      stationId: entry.stationId ?? null,
      organisationId: entry.organisationId ?? context.actor.organisationId,
      action: entry.action,
      objectType: entry.objectType,
      objectId: String(entry.objectId),
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
      address: context.address,
    })
    .execute();
}

/** Writes that a try was refused, on its own: there is no write it could share a transaction with. */
export async function auditDenied(
  db: Db,
  context: Pick<RequestContext, 'actor' | 'address'>,
  entry: Pick<AuditEntry, 'action' | 'objectType' | 'objectId'>,
): Promise<void> {
  const { actor, address } = context;
  await db
    .insertInto('auditLog')
    .values({
      ...entry,
      objectId: String(entry.objectId),
      actorKind: actor.apiKeyId === null ? actor.kind : 'apiKey',
      userId: actor.userId,
      apiKeyId: actor.apiKeyId,
      organisationId: actor.organisationId,
      before: null,
      after: null,
      address,
      allowed: false,
    })
    .execute();
}
