import type { Grant } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { answerGrant } from './answer-grant.ts';
import { isOpen } from './grant-state.ts';

/**
 * Declines a grant, or gives an accepted one back before it ends.
 * Throws AppError: grantNotFound, noDataPermission, grantNotOpen.
 */
export function declineGrant(
  platform: Pick<Platform, 'db' | 'clock' | 'bus'>,
  context: RequestContext,
  id: number,
): Promise<Grant> {
  return answerGrant(platform, context, {
    id,
    state: 'declined',
    action: 'grants.decline',
    check(grant) {
      if (!isOpen(grant.state)) throw new AppError('grantNotOpen');
    },
  });
}
