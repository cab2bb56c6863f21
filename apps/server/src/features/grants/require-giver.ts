import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { mayGrantOrganisation, mayGrantStation } from './granting-scope.ts';

/**
 * Checks that whoever offered a grant could still give all of it. An offer of somebody who was locked, removed or given less since
 * then gives nothing. Throws AppError `grantNotOpen`.
 */
export async function requireGiver(
  trx: Transaction<Tables>,
  { grantId, creatorId, at }: { grantId: number; creatorId: number | null; at: number },
): Promise<void> {
  const giver = await findUserActor(trx, { userId: creatorId, at });
  if (!giver) throw new AppError('grantNotOpen');
  const { rows } = await sql<{ good: boolean }>`
    SELECT CASE WHEN g.organisation_id IS NULL
      THEN NOT EXISTS (SELECT 1 FROM grant_stations gs JOIN stations ON stations.id = gs.station_id
                        WHERE gs.grant_id = g.id AND NOT coalesce(${mayGrantStation(giver)}, false))
      ELSE EXISTS (SELECT 1 FROM organisations
                    WHERE organisations.id = g.organisation_id AND ${mayGrantOrganisation(giver)}) END AS good
      FROM grants g WHERE g.id = ${grantId}`.execute(trx);
  if (!rows[0]?.good) throw new AppError('grantNotOpen');
}
