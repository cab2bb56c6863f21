import type { Grant } from '@sunfleet/contract';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { leaveGranted } from '../alarm-shields/index.ts';
import { auditGrant, stationsOfGrant } from './audit-grant.ts';
import { watchGrant } from './watch-grant.ts';
import { isOpen } from './grant-state.ts';
import { viewGrants } from './grant-view.ts';
import { requireGiver } from './require-giver.ts';
import { requireGrantedRoom } from './require-granted-room.ts';
import { requireGrant } from './require-grant.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

/**
 * Accepts a grant that its giver could still give. It takes effect while it runs. A grant to an organisation is accepted by a
 * person who manages the members of the organisation. Throws AppError: grantNotFound, noDataPermission, grantNotOpen, tooManyGranted.
 */
export function acceptGrant(platform: Parts, context: RequestContext, id: number): Promise<Grant> {
  const check = ({ state }: Grant) => state === 'pending';
  return answerGrant(platform, context, { id, state: 'accepted', action: 'grants.accept', check });
}

/**
 * Declines a grant, or gives an accepted one back before it ends.
 * Throws AppError: grantNotFound, noDataPermission, grantNotOpen.
 */
export function declineGrant(platform: Parts, context: RequestContext, id: number): Promise<Grant> {
  const check = ({ state }: Grant) => isOpen(state);
  return answerGrant(platform, context, { id, state: 'declined', action: 'grants.decline', check });
}

interface Answer {
  id: number;
  state: 'accepted' | 'declined';
  action: 'grants.accept' | 'grants.decline';
  /** Whether the grant can still be answered like this. */
  check(grant: Grant): boolean;
}

/** Writes the grantee's answer. */
async function answerGrant(
  platform: Parts,
  context: RequestContext,
  { id, state, action, check }: Answer,
): Promise<Grant> {
  const now = platform.clock.now();
  const who = { actor: context.actor, now };
  const answered = await platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    const { grant, creatorId } = await requireGrant(trx, who, id);
    if (!check(grant)) throw new AppError('grantNotOpen');
    if (!grant.answerable) throw new AppError('noDataPermission');
    const { userId } = context.actor;
    if (state === 'accepted') {
      await requireGiver(trx, { grantId: id, creatorId, at: now });
      await requireGrantedRoom(trx, grant, { userId, now });
    }
    const answer = {
      state,
      answeredAt: new Date(now),
      ...(grant.to.kind === 'user' ? { toUserId: userId } : {}),
    };
    await trx.updateTable('grants').set(answer).where('id', '=', id).execute();
    await auditGrant(trx, context, {
      action,
      grantId: id,
      stationIds: await stationsOfGrant(trx, id),
      organisationId: grant.object.kind === 'organisation' ? grant.object.id : null,
    });
    if (state === 'accepted') await watchGrant(trx, grant, now);
    else await leaveGranted(trx, { grantIds: [id], now, by: userId });
    await announceChange(trx, { access: true });
    return (await viewGrants(trx, who, [id]))[0]!.grant;
  });
  return answered;
}
