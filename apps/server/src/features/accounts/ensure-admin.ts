import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { createUser } from './create-user.ts';

/**
 * Creates the platform administrator of the settings where there is no administrator yet.
 * True when it was created now, with the password of the settings. Two servers starting at once create one.
 */
export function ensureAdmin(platform: Pick<Platform, 'db' | 'config'>): Promise<boolean> {
  const { adminEmail: email, adminPassword: password } = platform.config;
  return platform.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
    const administrators = trx.selectFrom('users').select('id').where('role', '=', 'platformAdmin');
    if (await administrators.limit(1).executeTakeFirst()) return false;
    await createUser(trx, { name: 'Administrator', email, password, role: 'platformAdmin' });
    return true;
  });
}
