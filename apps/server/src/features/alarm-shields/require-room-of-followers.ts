import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';

/**
 * Throws AppError `labelShieldsFull` where shields by labels of an organisation are followed at more places than they may, or would be with so many more: one
 * label may be on all of its devices, and two hundred shields by it are millions of rows.
 */
export async function requireRoomOfFollowers(db: Db, organisationId: number, more = 0): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM alarm_shields AS parent
      JOIN alarm_shields AS follower ON follower.parent_id = parent.id AND follower.ended_at IS NULL
     WHERE parent.organisation_id = ${organisationId} AND parent.ended_at IS NULL`.execute(db);
  const most = LIMITS.followersOfShields;
  if (rows[0]!.n + more > most) throw new AppError('labelShieldsFull', { most });
}
