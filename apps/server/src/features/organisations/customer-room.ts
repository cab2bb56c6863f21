import { sql, type Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { roomOfOwner } from '../../platform/postgres/one-of-owners.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { isOnePersons } from './one-persons.ts';
import { worksForAll } from './organisation-scope.ts';

/** The person, where what they make belongs to an organisation of which they reach a part alone, as its customers do; null otherwise. */
export async function customerOf(
  db: Db,
  actor: Actor,
  organisationId: number | null,
): Promise<number | null> {
  if (worksForAll(actor) || organisationId === null) return null;
  const alone = await db
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', organisationId)
    .where(isOnePersons())
    .executeTakeFirst();
  return alone ? null : actor.userId;
}

/** Of something that an organisation has so many of: all that there is, and what one person made of it. */
interface Room {
  most: number;
  used: number;
  own: number;
}

/** Whether a customer may make so much more, and leaves room to the others. Who works for the organisation (null) may. */
export const leavesRoom = (customerId: number | null, room: Room, more: number): boolean =>
  customerId === null || roomOfOwner(room) >= more;

interface Made {
  table: 'labels' | 'components';
  organisationId: number | null;
  /** Null: who made it works for the organisation. */
  customerId: number | null;
  most: number;
}

/**
 * After a customer made something that its organisation has so many of. Throws AppError `tooManyOfOrganisation` where this one person would leave too little room to
 * the others. Whoever makes one at the same moment waits already.
 */
export async function requireCustomerRoom(
  trx: Transaction<Tables>,
  { table, organisationId, customerId, most }: Made,
): Promise<void> {
  if (customerId === null) return;
  const { rows } = await sql<{ used: number; own: number }>`
    SELECT count(*) AS used, count(*) FILTER (WHERE customer_id = ${customerId}) AS own
      FROM ${sql.table(table)} WHERE organisation_id = ${organisationId}`.execute(trx);
  const { used, own } = rows[0]!;
  if (roomOfOwner({ most, used, own }) < 0) throw new AppError('tooManyOfOrganisation', { most: used - 1 });
}
