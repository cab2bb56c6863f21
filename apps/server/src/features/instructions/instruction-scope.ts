import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { organisationScope } from '../organisations/index.ts';

/** Condition on a table of instructions or sets: those of organisations in the actor's scope. */
export const ofOrganisations = (
  actor: Actor,
  table: 'instructions' | 'instruction_sets',
): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM organisations WHERE organisations.id = ${sql.ref(`${table}.organisation_id`)} AND ${organisationScope(actor)()})`;

/** The organisation that an actor's instructions belong to. Throws AppError `noDataPermission` for somebody without one. */
export function homeOf({ organisationId }: Actor): number {
  if (organisationId === null) throw new AppError('noDataPermission');
  return organisationId;
}
