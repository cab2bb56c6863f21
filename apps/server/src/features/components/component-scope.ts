import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { isOnePersons, worksForAll } from '../organisations/index.ts';

/** Condition on `components`: those that an actor finds, of its organisation and of the library for all. */
export const componentScope = ({ organisationId }: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`(components.organisation_id IS NULL OR components.organisation_id = ${organisationId})`;

/**
 * Condition on `components`: those that an actor may change. Designs of all stations of an organisation compute with its library, so its customers and
 * whoever else reaches only some of them change nothing there; a personal organisation is its owner's.
 */
export function ownComponents(actor: Actor): RawBuilder<SqlBool> {
  if (may(actor, 'platform.manage')) return componentScope(actor);
  const own = sql<SqlBool>`components.organisation_id = ${actor.organisationId}`;
  if (worksForAll(actor)) return own;
  return sql<SqlBool>`(${own} AND EXISTS (SELECT 1 FROM organisations WHERE organisations.id = ${actor.organisationId} AND ${isOnePersons()}))`;
}

/** The organisation whose library an actor adds to, null of the one for all. Throws AppError `noDataPermission`. */
export function libraryOf(actor: Actor, everybody: boolean): number | null {
  if (everybody ? !may(actor, 'platform.manage') : actor.organisationId === null)
    throw new AppError('noDataPermission');
  return everybody ? null : actor.organisationId;
}
