import { normalPhone, phoneRule, userNameRule, type Language, type Role } from '@sunfleet/contract';
import type { Db } from '../../platform/postgres/client.ts';
import { canonicalUserName } from './account-name.ts';
import { hashPassword } from './passwords.ts';

export interface NewUser {
  name: string;
  password: string;
  role: Role;
  accountType?: 'personal' | 'professional';
  email?: string | null;
  phone?: string | null;
  /** At least one letter and no `@`: it must not be taken for an e-mail or a phone number. */
  userName?: string | null;
  organisationId?: number | null;
  /** The custom role, where the built-in one is not meant. */
  roleId?: number | null;
  /** What somebody who registers accepted, and when (epoch milliseconds). */
  agreed?: { agreementVersion: string; privacyVersion: string; at: number };
  language?: Language | null;
}

/** Creates a user and answers its id. Contacts and user name are kept in one form, as login looks for them. */
export async function createUser(db: Db, user: NewUser): Promise<number> {
  const { name, role, userName } = user;
  if (userName && userNameRule(userName)) throw new Error(`"${userName}" cannot be a user name`);
  if (user.phone && phoneRule(user.phone)) throw new Error(`"${user.phone}" is no phone number`);
  const { at, ...versions } = user.agreed ?? { at: undefined };
  const row = await db
    .insertInto('users')
    .values({
      name,
      role,
      accountType: user.accountType ?? (role === 'owner' ? 'personal' : 'professional'),
      email: user.email?.toLowerCase() ?? null,
      phone: user.phone ? normalPhone(user.phone) : null,
      userName: userName ? canonicalUserName(userName) : null,
      organisationId: user.organisationId ?? null,
      language: user.language ?? null,
      roleId: user.roleId ?? null,
      ...versions,
      ...(at === undefined ? {} : { agreedAt: new Date(at), passwordChangedAt: new Date(at) }),
      passwordHash: await hashPassword(user.password),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
