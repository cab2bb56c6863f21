import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Db } from '../postgres/client.ts';

interface Waiting {
  table: 'station_exports' | 'station_batches';
  /** Of what waits or is under way. */
  states: readonly string[];
}

/**
 * Priority of one more job for a person: whose organisation has many waiting waits behind those that have few, and of those that have as many new ones, which somebody makes at
 * will, behind those that are there longer.
 */
export async function turnOfPerson(
  trx: Db,
  { userId, organisationId, isNewcomer = false }: Pick<Actor, 'userId' | 'organisationId' | 'isNewcomer'>,
  { table, states }: Waiting,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM ${sql.table(table)} AS waiting JOIN users ON users.id = waiting.user_id
     WHERE waiting.state = ANY(${[...states]}::text[])
       AND (users.id = ${userId}::bigint OR users.organisation_id = ${organisationId}::bigint)`.execute(trx);
  return 0 - (2 * rows[0]!.n + Number(isNewcomer));
}
