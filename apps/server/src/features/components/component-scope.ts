import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';

/** Condition on `components`: those that an actor finds, of its organisation and of the library for all. */
export const componentScope = ({ organisationId }: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`(components.organisation_id IS NULL OR components.organisation_id = ${organisationId})`;

/** Condition on `components`: those that an actor may change. */
export const ownComponents = (actor: Actor): RawBuilder<SqlBool> =>
  may(actor, 'platform.manage')
    ? componentScope(actor)
    : sql<SqlBool>`components.organisation_id = ${actor.organisationId}`;

/** The organisation whose library an actor adds to, null of the one for all. Throws AppError `noDataPermission`. */
export function libraryOf(actor: Actor, everybody: boolean): number | null {
  if (everybody ? !may(actor, 'platform.manage') : actor.organisationId === null)
    throw new AppError('noDataPermission');
  return everybody ? null : actor.organisationId;
}
