import { PLATFORM_ROLES } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { createOrganisation } from '../organisations/index.ts';
import { createUser } from './create-user.ts';

const FIRST_ORGANISATION = { code: 'MAIN', name: 'Main' };

/**
 * Creates the platform administrator of the settings where there is no administrator yet, and an organisation for the
 * stations it will create where there is none.
 * True when it was created now, with the password of the settings. Two servers starting at once create one.
 */
export function ensureAdmin(platform: Pick<Platform, 'db' | 'config'>): Promise<boolean> {
  const { adminEmail: email, adminPassword: password } = platform.config;
  return platform.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
    const administrators = trx.selectFrom('users').select('id').where('role', 'in', PLATFORM_ROLES);
    if (await administrators.limit(1).executeTakeFirst()) return false;
    const first = trx.selectFrom('organisations').select('id').orderBy('id').limit(1);
    const organisation =
      (await first.executeTakeFirst()) ?? (await createOrganisation(trx, FIRST_ORGANISATION));
    const organisationId = organisation.id;
    await createUser(trx, { name: 'Administrator', email, password, role: 'platformAdmin', organisationId });
    return true;
  });
}
