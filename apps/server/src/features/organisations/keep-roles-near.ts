import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Checks, after paths were rewritten, that nobody in an organisation or below it holds a role of one that does not manage them any
 * more: who keeps the role would decide what they may do. Invitations to such roles go. Throws AppError `roleInUse`.
 */
export async function keepRolesNear(trx: Transaction<Tables>, organisationId: number): Promise<void> {
  const far = sql`home.path LIKE (SELECT path FROM organisations WHERE id = ${organisationId}) || '%'
    AND NOT starts_with(home.scope_path, maker.scope_path)`;
  const { rows } = await sql<{ members: number }>`
    SELECT count(*) AS members
      FROM users JOIN organisations home ON home.id = users.organisation_id
      JOIN roles ON roles.id = users.role_id JOIN organisations maker ON maker.id = roles.organisation_id
     WHERE ${far}`.execute(trx);
  const members = rows[0]!.members;
  if (members > 0) throw new AppError('roleInUse', { members });
  await sql`
    DELETE FROM invites USING organisations home, roles, organisations maker
     WHERE home.id = invites.organisation_id AND roles.id = invites.role_id AND maker.id = roles.organisation_id
       AND ${far}`.execute(trx);
}
