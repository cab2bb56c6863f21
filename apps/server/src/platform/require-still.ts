import { sql, type Transaction } from 'kysely';
import { accessOf, type Actor } from './actor.ts';
import { AppError } from './errors.ts';
import { holdShared } from './hold-fairly.ts';
import { holdSession } from './hold-session.ts';
import type { Tables } from './postgres/tables.ts';
import { findUserActor } from './user-actor.ts';

/**
 * Judges once more who was let in a moment ago, in a transaction that changes what others may do and has waited for its turn: whoever was demoted, locked or taken out of
 * the organisation meanwhile gives nobody anything. The caller holds the organisation of the actor (`lockOrganisations`), as whoever changes a member does, so that it is
 * either seen here or waits. Throws AppError: unauthorised where the session or the API key ended, noDataPermission where a right is gone.
 */
export async function requireStill(trx: Transaction<Tables>, actor: Actor): Promise<void> {
  if (actor.kind !== 'user') return;
  if (actor.sessionId !== null) await holdSession(trx, actor);
  if (actor.apiKeyId !== null) await holdApiKey(trx, actor.apiKeyId);
  const now = await findUserActor(trx, { userId: actor.userId, at: actor.at, orLeaving: true });
  if (!now || !isStill(actor, now)) throw new AppError('noDataPermission');
}

/**
 * The same for a caller that changes no members and no roles: it holds the organisation of the actor, or who has none, only so far that whoever changes those waits, and
 * others who give something do not wait for each other. The first statement of its transaction, because organisations are held before all that they have.
 */
export async function holdCaller(trx: Transaction<Tables>, actor: Actor): Promise<void> {
  const { kind, userId, organisationId } = actor;
  if (kind === 'user') {
    await holdShared(trx, organisationId === null ? { userId } : { organisationId });
    await (
      organisationId === null
        ? sql`SELECT id FROM users WHERE id = ${userId} FOR SHARE`
        : sql`SELECT id FROM organisations WHERE id = ${organisationId} FOR SHARE`
    ).execute(trx);
  }
  await requireStill(trx, actor);
}

async function holdApiKey(trx: Transaction<Tables>, id: number): Promise<void> {
  const held = await trx
    .selectFrom('apiKeys')
    .select('id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (!held) throw new AppError('unauthorised');
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
