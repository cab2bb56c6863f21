import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

interface Founded {
  id: number;
  type: 'enterprise' | 'personal';
  /** Code of the superior one it stands loosely below. */
  superior?: string | null;
}

/**
 * Writes that an organisation came about with something else: a registration, a switch of edition, a member that was removed, a
 * station that needs a place. Its name, which may be a person's, is left out: the audit log outlives the account.
 */
export async function auditFounded(
  trx: Transaction<Tables>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  { id, type, superior = null }: Founded,
): Promise<void> {
  await writeAudit(trx, context, {
    action: 'organisations.create',
    objectType: 'organisation',
    objectId: id,
    organisationId: id,
    after: { type, superior },
  });
}
