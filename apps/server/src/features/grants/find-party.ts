import { normalPhone } from '@sunfleet/contract';
import type { Db } from '../../platform/postgres/client.ts';
import { AppError } from '../../platform/errors.ts';

/**
 * The account with this user code, e-mail, phone or user name, in that order, so that nobody can take another's user code as a
 * name. The answer shows whether the account exists, because somebody who grants or hands over has to know. So every route to
 * here is limited to `LIMITS.lookUpsPerMinute`, by account and by address, and each miss stands in the audit log. Throws AppError
 * `userNotFound`.
 */
export async function findPerson(db: Db, account: string): Promise<{ id: number; name: string }> {
  const text = account.toLowerCase();
  const phone = normalPhone(text);
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'userCode'])
    .where((eb) =>
      eb.or([
        eb('userCode', '=', account.toUpperCase()),
        eb('email', '=', text),
        eb('userName', '=', text),
        ...(phone ? [eb('phone', '=', phone)] : []),
      ]),
    )
    .execute();
  const person = rows.find((row) => row.userCode === account.toUpperCase()) ?? rows[0];
  if (!person) throw new AppError('userNotFound');
  return { id: person.id, name: person.name };
}

/** The organisation with this code, likewise. Throws AppError `organisationNotFound`. */
export async function findOrganisation(db: Db, code: string): Promise<{ id: number; name: string }> {
  const organisation = await db
    .selectFrom('organisations')
    .select(['id', 'name'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (!organisation) throw new AppError('organisationNotFound');
  return organisation;
}
