import { type Grant, LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';

/**
 * Checks that whoever accepts a grant on stations has room for them. Stations of others have no limit of their own: a few accounts that granted all of theirs to one made
 * every list of that one read them all. Whoever accepts another one at the same moment waits. Throws AppError `tooManyGranted`.
 */
export async function requireGrantedRoom(
  trx: Transaction<Tables>,
  { object, to }: Pick<Grant, 'object' | 'to'>,
  { userId, now }: { userId: number | null; now: number },
): Promise<void> {
  if (object.kind !== 'stations') return;
  const isPerson = to.kind === 'user';
  const id = isPerson ? userId : to.id;
  const limit = isPerson ? LIMITS.grantedToPerson : LIMITS.grantedToOrganisation;
  await holdSubjects(trx, [`granted to ${to.kind} ${id}`]);
  const room = limit - object.stations.length;
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (
      SELECT FROM grants g JOIN grant_stations gs ON gs.grant_id = g.id
       WHERE ${sql.ref(isPerson ? 'g.to_user_id' : 'g.to_organisation_id')} = ${id} AND g.state = 'accepted' AND g.ends_at > ${new Date(now)}
       LIMIT ${Math.max(0, room) + 1}) AS counted`.execute(trx);
  if (rows[0]!.n > room) throw new AppError('tooManyGranted', { limit });
}
