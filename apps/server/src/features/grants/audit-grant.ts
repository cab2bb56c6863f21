import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

interface GrantEvent {
  action: 'grants.create' | 'grants.accept' | 'grants.decline' | 'grants.revoke';
  grantId: number;
  /** Stations it is about, whose owners read of it; none for a whole organisation. */
  stationIds: readonly number[];
  /** The organisation it is about as a whole. */
  organisationId?: number | null;
  after?: object;
}

/** Writes what became of a grant, once for each of its stations. */
export async function auditGrant(
  trx: Transaction<Tables>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  { action, grantId, stationIds, organisationId, after }: GrantEvent,
): Promise<void> {
  const entry = { action, objectType: 'grant', objectId: grantId, ...(after ? { after } : {}) } as const;
  for (const stationId of stationIds) await writeAudit(trx, context, { ...entry, stationId });
  if (stationIds.length === 0)
    await writeAudit(trx, context, { ...entry, organisationId: organisationId ?? null });
}

/** All stations that a grant names, whoever may see them. */
export async function stationsOfGrant(trx: Transaction<Tables>, grantId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('grantStations')
    .select('stationId')
    .where('grantId', '=', grantId)
    .orderBy('stationId')
    .execute();
  return rows.map(({ stationId }) => stationId);
}
