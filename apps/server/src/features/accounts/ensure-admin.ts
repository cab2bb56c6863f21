import { FALLBACK_LANGUAGE, PLATFORM_ROLES } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { createOrganisation } from '../organisations/index.ts';
import { createUser } from './create-user.ts';
import { dropFirstPassword, firstPasswordFile, writeFirstPassword } from './first-password.ts';
import { newPasswordRule } from './new-password.ts';

const FIRST_ORGANISATION = { code: 'MAIN', name: 'Main' };

type Parts = Pick<Platform, 'db' | 'config' | 'text'>;

export interface FirstAdministrator {
  /** Whether this start made the account. */
  created: boolean;
  /** File with the generated password, until another one is set. */
  passwordFile: string | undefined;
}

/**
 * Creates the platform administrator of the settings where there is no administrator yet, and an organisation for the
 * stations it will create where there is none. A generated password goes into a file and must be changed at the first sign-in. Two
 * servers starting at once create one. Throws an `Error` for people where the password of the settings breaks a rule.
 */
export async function ensureAdmin(platform: Parts): Promise<FirstAdministrator> {
  const { db, config } = platform;
  const created = await db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
    const administrators = trx.selectFrom('users').select('id').where('role', 'in', PLATFORM_ROLES);
    if (await administrators.limit(1).executeTakeFirst()) return false;
    await create(trx, platform);
    return true;
  });
  if (!created) await dropStaleFirstPassword(platform);
  return { created, passwordFile: await firstPasswordFile(config) };
}

async function create(trx: Transaction<Tables>, { config, text }: Parts): Promise<void> {
  const { adminEmail: email, adminPassword: password, adminPasswordGenerated: generated } = config;
  const rule = generated ? undefined : await newPasswordRule(password);
  if (rule) throw new Error(`SUNFLEET_ADMIN_PASSWORD: ${text(FALLBACK_LANGUAGE, `rules.${rule}`)}`);
  const first = trx.selectFrom('organisations').select('id').orderBy('id').limit(1);
  const { id: organisationId } =
    (await first.executeTakeFirst()) ?? (await createOrganisation(trx, FIRST_ORGANISATION));
  const user = { name: 'Administrator', email, password, role: 'platformAdmin', organisationId } as const;
  const id = await createUser(trx, user);
  if (!generated) return;
  await trx.updateTable('users').set({ mustChangePassword: true }).where('id', '=', id).execute();
  // Before the commit: an account whose password nobody can read would be lost.
  await writeFirstPassword(config, password);
}

/** Removes the file once nobody signs in by what stands in it, whoever set another password in whichever way. */
export async function dropStaleFirstPassword(platform: Pick<Platform, 'db' | 'config'>): Promise<void> {
  if (!(await firstPasswordFile(platform.config))) return;
  if (!(await waitsForFirstPassword(platform))) await dropFirstPassword(platform.config);
}

/** Whether an administrator still has the password that was generated: nobody has ever set another one. */
async function waitsForFirstPassword({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const waiting = await db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', PLATFORM_ROLES)
    .where('mustChangePassword', '=', true)
    .where('passwordChangedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}
