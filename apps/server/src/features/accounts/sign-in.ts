import type { Platform } from '../../platform/platform.ts';
import { openSession } from './sessions.ts';

/** Opens a session for a user without a password and answers its bearer token: for jobs of this server and for tests. */
export async function signIn(
  platform: Pick<Platform, 'db' | 'clock'>,
  user: { id: number | null },
): Promise<string> {
  const now = platform.clock.now();
  const provenAt = new Date(now);
  const session = { userId: user.id, address: null, userAgent: null, remember: false, provenAt };
  return (await openSession(platform.db, session, now)).token;
}
