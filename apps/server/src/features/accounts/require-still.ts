import type { Transaction } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { holdSession } from './sessions.ts';

/**
 * Judges once more who was let in a moment ago, in a transaction that changes what others may do and has waited for its turn: whoever was demoted, locked or taken out of
 * the organisation meanwhile gives nobody anything. The caller holds the organisation of the actor (`lockOrganisations`), as whoever changes a member does, so that it is
 * either seen here or waits. Throws AppError: unauthorised where the session ended, noDataPermission where a right is gone.
 */
export async function requireStill(trx: Transaction<Tables>, actor: Actor): Promise<void> {
  if (actor.kind !== 'user') return;
  if (actor.sessionId !== null) await holdSession(trx, actor);
  const now = await findUserActor(trx, { userId: actor.userId, at: actor.at, orLeaving: true });
  if (!now || !isStill(actor, now)) throw new AppError('noDataPermission');
}

/** Whether somebody is where they were and holds all that they held. An API key holds less than its account. */
function isStill(was: Actor, now: Actor): boolean {
  const [before, held] = [accessOf(was), accessOf(now)];
  return (
    now.role === was.role &&
    now.organisationPath === was.organisationPath &&
    held.scope === before.scope &&
    [...before.permissions].every((permission) => held.permissions.has(permission))
  );
}
