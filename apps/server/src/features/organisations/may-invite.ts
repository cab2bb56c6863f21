import { VIEWER_ROLE } from '@sunfleet/contract';
import { accessOf, may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { mayGive, type HeldRole } from '../../platform/held.ts';

/** The organisation that is invited to, which is in the actor's scope. */
export interface InvitingOrganisation {
  id: number;
  /** Whether all that it has is one person's. */
  onePersons: boolean;
}

/**
 * Checks that the actor may invite somebody to hold a role in an organisation of its scope: in all of it by `members.manage`, in
 * its own by `members.team`, and viewers to its own by `members.inviteViewers`. Throws AppError organisationNotFound, moreThanHeld.
 */
export function requireInviting(actor: Actor, organisation: InvitingOrganisation, held: HeldRole): void {
  const own = organisation.id === actor.organisationId;
  if (!own && !may(actor, 'members.manage')) throw new AppError('organisationNotFound');
  const viewer = held.custom === null && held.role === VIEWER_ROLE;
  const team = may(actor, 'members.manage') || may(actor, 'members.team');
  const ownPersonal = own && organisation.onePersons && accessOf(actor).scope === 'own';
  if ((!viewer && !team) || !mayGive(actor, held, { ownPersonal })) throw new AppError('moreThanHeld');
}

/** The same question, answered by true or false. */
export function mayInvite(actor: Actor, organisation: InvitingOrganisation, held: HeldRole): boolean {
  try {
    requireInviting(actor, organisation, held);
    return true;
  } catch {
    return false;
  }
}
