import {
  isOffered,
  NEVER_GIVEN,
  ROLE_MATRIX,
  VIEWER_ROLE,
  type DataScope,
  type Permission,
  type Role,
  type RoleAccess,
} from '@sunfleet/contract';
import { accessOf, may, type Actor } from './actor.ts';
import { AppError } from './errors.ts';

/** A role as an account holds it: the built-in one, or what a custom one that is based on it gives. */
export interface HeldRole {
  role: Role;
  custom: RoleAccess | null;
}

/** How far a scope reaches. Everybody sees what is their own; `granted` adds what their organisation was granted. */
const REACH: Readonly<Record<DataScope, number>> = { shared: 0, own: 1, granted: 2, organisation: 3, all: 4 };

/**
 * The part of a role's access that goes beyond the actor's own. Permissions that wait for their feature count for built-in roles, which
 * name them. Nobody can tick them for a custom role, so they do not count there. No role can give `platform.manage` away.
 */
export function beyond(actor: Actor, access: RoleAccess): { permissions: Permission[]; scope: boolean } {
  const own = accessOf(actor);
  return {
    permissions: access.permissions.filter(
      (name) => !own.permissions.has(name) && (actor.access === null || isOffered(name)),
    ),
    scope: REACH[access.scope] > REACH[own.scope],
  };
}

/**
 * Whether the actor may give a role to somebody, or manage somebody who holds it. The role must go nowhere beyond the actor's own.
 * An actor who may invite viewers may make viewers of its own data, although viewers see more kinds of things: in a personal
 * organisation all data belong to the owner.
 */
export function mayGive(actor: Actor, held: HeldRole, { ownPersonal = false } = {}): boolean {
  const access = held.custom ?? ROLE_MATRIX[held.role];
  const { permissions, scope } = beyond(actor, access);
  const viewer = held.custom === null && held.role === VIEWER_ROLE;
  if (viewer && may(actor, 'members.inviteViewers')) return ownPersonal || !scope;
  return !scope && permissions.length === 0;
}

/** Throws AppError moreThanHeld, naming what goes beyond, unless the actor holds all of a role that is made or changed. */
export function requireHeld(actor: Actor, access: RoleAccess): void {
  const { permissions, scope } = beyond(actor, access);
  const never = access.permissions.filter((name) => name === NEVER_GIVEN);
  const names = [...new Set([...permissions, ...never])];
  if (names.length === 0 && !scope) return;
  throw new AppError('moreThanHeld', { names: names.join(', ') }, [
    ...(names.length > 0 ? [{ path: 'body.permissions', message: names.join(', ') }] : []),
    ...(scope ? [{ path: 'body.scope', message: access.scope }] : []),
  ]);
}
