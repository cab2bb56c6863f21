import type { GrantRole } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { holdsGiven, mayGrantOrganisation, mayGrantStation, ownsAll } from './granting-scope.ts';

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
  const named = sql`SELECT gs.station_id FROM grant_stations gs WHERE gs.grant_id = g.id`;
  const { rows } = await sql<{ good: boolean; owned: boolean; role: GrantRole; commands: boolean }>`
    SELECT g.role, g.commands, g.organisation_id IS NULL AND ${ownsAll(giver, named)} AS owned, CASE WHEN g.organisation_id IS NULL
      THEN NOT EXISTS (SELECT 1 FROM grant_stations gs JOIN stations ON stations.id = gs.station_id
                        WHERE gs.grant_id = g.id AND NOT coalesce(${mayGrantStation(giver)}, false))
      ELSE EXISTS (SELECT 1 FROM organisations
                    WHERE organisations.id = g.organisation_id AND ${mayGrantOrganisation(giver)}) END AS good
      FROM grants g WHERE g.id = ${grantId}`.execute(trx);
  const [grant] = rows;
  if (!grant?.good || !(grant.owned || holdsGiven(giver, grant))) throw new AppError('grantNotOpen');
}
