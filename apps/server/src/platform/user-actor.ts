import type { Permission, View } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Access, Actor } from './actor.ts';
import { newSince } from './newcomers.ts';
import type { Db } from './postgres/client.ts';
import { prepare } from './postgres/prepare.ts';

/** What an actor is made of, besides its session or key. */
export const PERSON = [
  'users.role',
  'users.language',
  'users.lockedAt',
  'users.mustChangePassword',
  'users.organisationId',
  'organisations.scopePath as organisationPath',
  'organisations.createdAt as organisationSince',
  'roles.scope as roleScope',
  'roles.permissions as rolePermissions',
  'roles.views as roleViews',
] as const;

interface Person {
  userId: number | null;
  role: Actor['role'] | null;
  organisationId: number | null;
  organisationPath: string | null;
  organisationSince: Date | null;
  roleScope: Access['scope'] | null;
  rolePermissions: Permission[] | null;
  roleViews: View[] | null;
}

/** The account as it asks at a moment (epoch milliseconds), without a session or key. */
export function actorOf(row: Person, at: number): Actor {
  const { userId, organisationId, organisationPath, organisationSince: since } = row;
  return {
    kind: userId === null ? 'visitor' : 'user',
    userId,
    sessionId: null,
    apiKeyId: null,
    role: row.role ?? 'visitor',
    access: customAccess(row),
    organisationId,
    organisationPath,
    ...(since === null || since > newSince(at) ? { isNewcomer: true } : {}),
    at,
  };
}

function customAccess({ roleScope, rolePermissions, roleViews }: Person): Access | null {
  if (!roleScope || !rolePermissions) return null;
  return { scope: roleScope, permissions: new Set(rolePermissions), views: roleViews };
}

/**
 * What an account may do now, for judging what it offered earlier. Undefined where it is gone or locked, and where it wants to be
 * erased unless that does not matter.
 */
export async function findUserActor(
  db: Db,
  { userId, at, orLeaving = false }: { userId: number | null; at: number; orLeaving?: boolean },
): Promise<Actor | undefined> {
  if (userId === null) return undefined;
  const [row] = (await readPerson(db, { userId, orLeaving })).rows;
  return row && actorOf(row, at);
}

const readPerson = prepare(
  'read_person',
  (db, { userId, orLeaving }: { userId: number; orLeaving: boolean }) =>
    db
      .selectFrom('users')
      .leftJoin('organisations', 'organisations.id', 'users.organisationId')
      .leftJoin('roles', 'roles.id', 'users.roleId')
      .select(PERSON)
      .select('users.id as userId')
      .where('users.id', '=', userId)
      .where('users.lockedAt', 'is', null)
      .where(sql<SqlBool>`(${orLeaving}::boolean OR users.cancel_requested_at IS NULL)`),
);
