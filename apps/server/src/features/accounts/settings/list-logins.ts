import type { routes, RouteOutput } from '@sunfleet/contract';
import type { RequestContext } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { onPage, toPage, type Paging } from '../../../platform/postgres/list-query.ts';
import { ownUserId } from './own-account.ts';
import { readUserAgent } from './user-agent.ts';

/** Logins and tries on the own account, newest first. */
export async function listLogins(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  paging: Paging,
): Promise<RouteOutput<(typeof routes)['listLogins']>> {
  const own = platform.db.selectFrom('logins').where('userId', '=', ownUserId(context));
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await own
    .select(['at', 'method', 'outcome', 'address', 'userAgent'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .$call(onPage(paging))
    .execute();
  return toPage(
    paging,
    total,
    rows.map(({ at, userAgent, ...row }) => ({
      ...row,
      at: at.getTime(),
      ...readUserAgent(userAgent),
    })),
  );
}
