import type { Grant } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { answerGrant } from './answer-grant.ts';

/**
 * Accepts a grant that its giver could still give; from then on it gives what it says while it runs. One to an organisation is accepted by who manages its members.
 * Throws AppError: grantNotFound, noDataPermission, grantNotOpen.
 */
export function acceptGrant(
  platform: Pick<Platform, 'db' | 'clock' | 'bus'>,
  context: RequestContext,
  id: number,
): Promise<Grant> {
  return answerGrant(platform, context, {
    id,
    state: 'accepted',
    action: 'grants.accept',
    check(grant) {
      if (grant.state !== 'pending') throw new AppError('grantNotOpen');
    },
  });
}
