import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { customerOf } from '../../organisations/index.ts';

/** Whom imports and their files count for: the organisation of a person, or the person alone where there is none. */
export interface Payer {
  organisationId: number | null;
  userId: number | null;
}

/** A payer who brings something more. */
export interface Bringer extends Payer {
  /** The person, where this is a customer of the organisation, who leaves room to the others; null otherwise. */
  customerId: number | null;
}

export async function bringerOf(db: Db, actor: Actor): Promise<Bringer> {
  const { organisationId, userId } = actor;
  return { organisationId, userId, customerId: await customerOf(db, actor, organisationId) };
}

/** Rows of `imports` or `import_files` that count for the payer. */
export function paidBy({ organisationId, userId }: Payer): RawBuilder<SqlBool> {
  return organisationId === null
    ? sql<SqlBool>`(organisation_id IS NULL AND user_id IS NOT DISTINCT FROM ${userId})`
    : sql<SqlBool>`organisation_id = ${organisationId}`;
}

/** The same, and those of the same person in other organisations, which somebody makes at will to have an account moved from one to the next: they have one turn, and one room for files. */
export const alsoElsewhere = (payer: Payer): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${paidBy(payer)} OR user_id = ${payer.userId}::bigint)`;
