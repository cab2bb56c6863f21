import { normalPhone } from '@sunfleet/contract';
import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskContact } from './mask-contact.ts';

type Query = RouteRequest<(typeof routes)['findUser']>['query'];
type Column = 'email' | 'phone' | 'userName' | 'userCode';

/**
 * Finds an account by its whole e-mail, phone or name, never by a part. The answer shows whether the account exists, because
 * somebody who grants has to know. So the route is limited to `LIMITS.lookUpsPerMinute`, by account and by address, and each miss
 * stands in the audit log. Throws AppError userNotFound.
 */
export async function findUser(
  platform: Pick<Platform, 'db'>,
  query: Query,
): Promise<RouteOutput<(typeof routes)['findUser']>> {
  const names = Object.entries(namesOf(query)).filter(([, value]) => value !== '');
  if (names.length === 0) throw new AppError('userNotFound');
  const row = await platform.db
    .selectFrom('users')
    .select(['id', 'userCode', 'name', 'email', 'phone'])
    .where((eb) => eb.or(names.map(([column, value]) => eb(column as Column, '=', value))))
    .orderBy('id')
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
