import type { AuditAction, AuditObject, ErrorKey, RouteName } from '@sunfleet/contract';
import type { Insertable, Transaction } from 'kysely';
import type { Db } from './postgres/client.ts';
import type { RequestContext } from './actor.ts';
import type { AuditLogTable } from './postgres/tables/audit.ts';
import type { Tables } from './postgres/tables.ts';

export interface AuditEntry {
  action: AuditAction;
  objectType: AuditObject;
  objectId: string | number;
  /** The station it happened on, whose owner may read it. */
  stationId?: number | null;
  /** The organisation whose administrators may read it; the actor's own where not named. */
  organisationId?: number | null;
  before?: object;
  after?: object;
}

/** The entry of a refused try. It names the route, and the error in place of an object's type. */
export interface DeniedEntry extends Pick<AuditEntry, 'stationId' | 'organisationId'> {
  action: `denied.${RouteName}` | Extract<AuditAction, 'security.cutOff'>;
  objectType: ErrorKey;
  objectId: string;
}

type Written = Omit<AuditEntry, 'action' | 'objectType'> & { action: string; objectType: string };

type Author = Pick<RequestContext, 'actor' | 'address' | 'written'>;

const ENTRIES_AT_ONCE = 1000;

/** Writes who did what in the transaction of the write itself, so that neither exists without the other. */
export async function writeAudit(
  trx: Transaction<Tables>,
  context: Author,
  entry: AuditEntry,
): Promise<void> {
  await trx.insertInto('auditLog').values(auditRow(context, entry)).execute();
}

/** The same of many entries, so many of them in a statement as it takes parameters for. */
export async function writeAudits(
  trx: Transaction<Tables>,
  context: Author,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
    const rows = entries.slice(from, from + ENTRIES_AT_ONCE).map((entry) => auditRow(context, entry));
    await trx.insertInto('auditLog').values(rows).execute();
  }
}

/** The row of an entry, for a verb that writes it and its own rows in one statement. */
export function auditRow(author: Author, entry: AuditEntry): Insertable<AuditLogTable> {
  if (author.written) author.written.entries += 1;
  return toRow(author, entry);
}

function toRow({ actor, address }: Author, entry: Written): Insertable<AuditLogTable> {
  return {
    actorKind: actor.apiKeyId === null ? actor.kind : 'apiKey',
    userId: actor.userId,
    apiKeyId: actor.apiKeyId,
    stationId: entry.stationId ?? null,
    organisationId: entry.organisationId ?? actor.organisationId,
    action: entry.action,
    objectType: entry.objectType,
    objectId: String(entry.objectId),
    before: entry.before ? JSON.stringify(entry.before) : null,
    after: entry.after ? JSON.stringify(entry.after) : null,
    address,
  };
}

/** Records a refused try in a transaction of its own, because there is no write to share one with. */
export async function auditDenied(db: Db, context: Author, entry: DeniedEntry): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({ ...toRow(context, entry), allowed: false })
    .execute();
}
