import { ADMINISTRATING_ROLES } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';

/** The organisation that the actor works for and shares views with; null for owners, visitors and guests by authorisation. */
export function sharingOrganisation(actor: Actor): number | null {
  const { scope } = accessOf(actor);
  return scope === 'organisation' || scope === 'all' ? actor.organisationId : null;
}

/**
 * Condition on `saved_views`: those that the actor sees. A view that is shared is the organisation's: who made it and works there no longer neither
 * sees nor changes what others' lists show.
 */
export function viewScope(actor: Actor): RawBuilder<SqlBool> {
  return sql<SqlBool>`((saved_views.user_id = ${actor.userId} AND saved_views.organisation_id IS NULL) OR saved_views.organisation_id = ${sharingOrganisation(actor)})`;
}

/** Whether an actor who sees a view may change it. */
export function mayEditView(actor: Actor, view: { userId: number; organisationId: number | null }): boolean {
  if (view.userId === actor.userId) return true;
  return view.organisationId !== null && ADMINISTRATING_ROLES.has(actor.role);
}
