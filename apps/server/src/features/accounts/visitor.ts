import { routes, type Session } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import type { Tally } from '../../platform/http/tally.ts';
import { siteOf } from '../../platform/network-of.ts';
import { NETWORKS_OF_A_SITE } from '../../platform/people-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { visitorAccount } from './account-view.ts';
import { openSession } from './sessions.ts';

const MOST_OF_A_SITE = NETWORKS_OF_A_SITE * routes.visitor.ratePerMinute;

/**
 * Counts a visitor of a site: whoever makes networks of one at will would fill the disk with sessions, which stay for half a day. Throws AppError
 * `tooManyRequests`.
 */
export function takeVisitor(tally: Pick<Tally, 'count'>, address: string | null): void {
  const site = siteOf(address ?? undefined);
  if (site !== null && tally.count(`visitors of ${site}`) > MOST_OF_A_SITE)
    throw new AppError('tooManyRequests');
}

/** Opens a session without an account. It sees only shared stations, masked and read-only. */
export async function enterAsVisitor(
  platform: Pick<Platform, 'db' | 'clock'>,
  caller: { address: string | null; userAgent: string | null },
): Promise<Session> {
  const session = { userId: null, remember: false, ...caller };
  return { ...(await openSession(platform.db, session, platform.clock.now())), account: visitorAccount };
}
