import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { createOrganisation } from '../organisations/index.ts';

/**
 * The organisation of one person alone: the one it is in where that is such, otherwise one under its user code, made where it is
 * missing. Throws AppError `organisationNotFound` where there is no such person.
 */
export async function personalOrganisation(trx: Transaction<Tables>, userId: number | null): Promise<number> {
  const user = await trx
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .select(['users.name', 'users.userCode', 'users.organisationId', 'organisations.type'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!user) throw new AppError('organisationNotFound');
  if (user.organisationId !== null && user.type === 'personal') return user.organisationId;
  const code = `P-${user.userCode}`;
  const made = await trx
    .selectFrom('organisations')
    .select('id')
    .where('code', '=', code)
    .where('type', '=', 'personal')
    .executeTakeFirst();
  return made?.id ?? (await createOrganisation(trx, { code, name: user.name, type: 'personal' })).id;
}
