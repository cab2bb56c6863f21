import { PLATFORM_ROLES } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { administersIn } from './administrators.ts';

/** How the platform itself is named among what somebody administers. */
const PLATFORM = 'Sunfleet';

/**
 * Names of organisations that would be without an administrator if this account left, though something is left in them: other
 * members, organisations below, stations of others. An administrator who has asked for the erasure of the own account does not count.
 * The platform is among them where this is its last administrator.
 */
export async function administeredAlone(db: Db, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT o.name
      FROM users u
      JOIN organisations o ON o.id = u.organisation_id
      LEFT JOIN roles r ON r.id = u.role_id
     WHERE u.id = ${userId}
       AND ${administersIn('u', 'r')}
       AND NOT EXISTS (
         SELECT 1 FROM users a LEFT JOIN roles ar ON ar.id = a.role_id
          WHERE a.organisation_id = o.id AND a.id <> u.id AND ${administersIn('a', 'ar')}
            AND a.locked_at IS NULL AND a.cancel_requested_at IS NULL)
       AND (EXISTS (SELECT 1 FROM users m WHERE m.organisation_id = o.id AND m.id <> u.id)
         OR EXISTS (SELECT 1 FROM organisations below WHERE below.parent_id = o.id)
         OR EXISTS (SELECT 1 FROM stations s WHERE s.organisation_id = o.id AND s.owner_id IS DISTINCT FROM u.id))
     UNION ALL
    SELECT ${PLATFORM}::text
      FROM users u
     WHERE u.id = ${userId}
       AND u.role = ANY(${PLATFORM_ROLES})
       AND NOT EXISTS (
         SELECT 1 FROM users a
          WHERE a.id <> u.id AND a.role = ANY(${PLATFORM_ROLES})
            AND a.locked_at IS NULL AND a.cancel_requested_at IS NULL)`.execute(db);
  return rows.map(({ name }) => name);
}
