import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { auditFounded } from './audit-founded.ts';
import { createOrganisation } from './create-organisation.ts';
import { couldBeOwnOf } from './one-persons.ts';
import { personalCode } from './personal-code.ts';

/**
 * The organisation that belongs to one person alone: the one the person is in, if it is such a one; otherwise the one with the
 * person's user code, which is made if it is missing. Throws AppError `organisationNotFound` where there is no such person.
 */
export async function personalOrganisation(
  trx: Transaction<Tables>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  userId: number | null,
): Promise<number> {
  const found = await findPersonal(trx, userId);
  if (!found) throw new AppError('organisationNotFound');
  const { user, code, id, codeTaken } = found;
  if (id !== undefined) return id;
  const fresh = { name: user.name, type: 'personal' } as const;
  const founded = await createOrganisation(trx, codeTaken ? fresh : { ...fresh, code });
  await auditFounded(trx, context, founded);
  return founded.id;
}

/** The organisation that belongs to one person alone, if there is one already. */
export async function findPersonalOrganisation(db: Db, userId: number | null): Promise<number | undefined> {
  return (await findPersonal(db, userId))?.id;
}

async function findPersonal(db: Db, userId: number | null) {
  const user = await db
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .select(['users.name', 'users.userCode', 'users.organisationId'])
    .select(sql<boolean>`coalesce(${ofNobodyElse(userId)}, false)`.as('own'))
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!user) return undefined;
  const code = personalCode(user.userCode);
  if (user.organisationId !== null && user.own)
    return { user, code, id: user.organisationId, codeTaken: true };
  const made = await db
    .selectFrom('organisations')
    .select('id')
    .select(ofNobodyElse(userId).as('own'))
    .where('code', '=', code)
    .executeTakeFirst();
  return { user, code, id: made?.own ? made.id : undefined, codeTaken: made !== undefined };
}

/**
 * Condition on `organisations`: it belongs to one person alone, and no superior manages it. An organisation that somebody else runs under such a code is no
 * place for the person's stations, nor is one that its holder left to those who only looked.
 */
function ofNobodyElse(userId: number | null): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${couldBeOwnOf(userId)} AND organisations.scope_path = '/' || organisations.id || '/')`;
}
