import type { Session } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountOf } from './personal-info.ts';
import { rotateSession } from './sessions.ts';

/** Trades a refresh token for a new session; the old tokens end. Throws AppError `unauthorised`. */
export async function refreshSession(
  platform: Pick<Platform, 'db' | 'clock'>,
  refreshToken: string,
): Promise<Session> {
  const rotated = await rotateSession(platform.db, refreshToken, platform.clock.now());
  if (!rotated) throw new AppError('unauthorised');
  return { ...rotated.tokens, account: await accountOf(platform, rotated.userId) };
}
