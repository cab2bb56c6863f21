import { normalPhone } from '@sunfleet/contract';
import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { maskContact } from '../../platform/mask-contact.ts';
import type { Platform } from '../../platform/platform.ts';
import { organisationScope } from '../organisations/index.ts';

type Query = RouteRequest<(typeof routes)['findUser']>['query'];
type Column = 'email' | 'phone' | 'userName' | 'userCode';

/**
 * Finds an account by its whole e-mail, phone or name, never by a part, among those that the caller may see anyway: its own and those
 * of organisations in its scope. Everybody else is not found, whether or not there is such an account; what is offered to somebody
 * needs no look-up. Throws AppError userNotFound.
 */
export async function findUser(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  query: Query,
): Promise<RouteOutput<(typeof routes)['findUser']>> {
  const names = Object.entries(namesOf(query)).filter(([, value]) => value !== '');
  if (names.length === 0) throw new AppError('userNotFound');
  const row = await platform.db
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .select(['users.id', 'users.userCode', 'users.name', 'users.email', 'users.phone'])
    .where((eb) => eb.or(names.map(([column, value]) => eb(`users.${column as Column}`, '=', value))))
    .where((eb) =>
      eb.or([
        eb('users.id', '=', actor.userId),
        ...(may(actor, 'members.view') ? [sql<SqlBool>`coalesce(${organisationScope(actor)()}, false)`] : []),
      ]),
    )
    .orderBy('users.id')
    .executeTakeFirst();
  if (!row) throw new AppError('userNotFound');
  const { email, phone, ...told } = row;
  return { ...told, contact: maskContact({ email, phone }) };
}

/** What is compared with which column; an empty text fits nobody. */
function namesOf({ condition, searchType }: Query): Partial<Record<Column, string>> {
  const email = condition.toLowerCase();
  const phone = normalPhone(condition);
  switch (searchType) {
    case 'email':
      return { email };
    case 'mobile':
      return { phone };
    case 'userName':
      return { userName: email };
    case 'userCode':
      return { userCode: condition.toUpperCase() };
    default:
      return { email, phone, userName: email, userCode: condition.toUpperCase() };
  }
}
