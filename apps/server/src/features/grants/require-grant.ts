import { sql, type Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { isAnswerable, isGiven, isReceived } from './grant-scope.ts';
import { viewGrants, type SeenGrant } from './grant-view.ts';

/**
 * A grant that the actor gave, received, or may end; locked until the transaction is over, so that two answers do not cross.
 * Throws AppError `grantNotFound`.
 */
export async function requireGrant(
  trx: Transaction<Tables>,
  who: { actor: Actor; now: number },
  id: number,
): Promise<SeenGrant> {
  const { actor } = who;
  const found = await sql<{ id: number }>`
    SELECT g.id FROM grants g
     WHERE g.id = ${id} AND (${isGiven(actor)} OR ${isReceived(actor)} OR ${isAnswerable(actor)})
       FOR UPDATE OF g`.execute(trx);
  const [seen] = await viewGrants(
    trx,
    who,
    found.rows.map((row) => row.id),
  );
  if (!seen) throw new AppError('grantNotFound', { id });
  return seen;
}
