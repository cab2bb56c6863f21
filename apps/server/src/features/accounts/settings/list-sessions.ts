import type { routes, RouteOutput } from '@sunfleet/contract';
import type { RequestContext } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ownUserId } from './own-account.ts';
import { readUserAgent } from './user-agent.ts';

/** Sessions of the own account that can still be used or refreshed, this one first, then by when they were seen. */
export async function listSessions(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
): Promise<RouteOutput<(typeof routes)['listSessions']>> {
  const rows = await platform.db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastSeenAt', 'address', 'userAgent', 'remember'])
    .where('userId', '=', ownUserId(context))
    .where('refreshExpiresAt', '>', new Date(platform.clock.now()))
    .execute();
  return rows
    .map(({ id, createdAt, lastSeenAt, address, userAgent, remember }) => ({
      id,
      current: id === context.actor.sessionId,
      createdAt: createdAt.getTime(),
      lastSeenAt: (lastSeenAt ?? createdAt).getTime(),
      address,
      remember,
      ...readUserAgent(userAgent),
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt);
}
