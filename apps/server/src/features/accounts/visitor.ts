import type { Session } from '@sunfleet/contract';
import type { Platform } from '../../platform/platform.ts';
import { visitorAccount } from './account-view.ts';
import { openSession } from './sessions.ts';

/** Opens a session without an account. It sees only shared stations, masked and read-only. */
export async function enterAsVisitor(
  platform: Pick<Platform, 'db' | 'clock'>,
  caller: { address: string | null; userAgent: string | null },
): Promise<Session> {
  const session = { userId: null, remember: false, ...caller };
  return { ...(await openSession(platform.db, session, platform.clock.now())), account: visitorAccount };
}
