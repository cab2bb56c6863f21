import type { Grant } from '@sunfleet/contract';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { auditGrant, stationsOfGrant } from './audit-grant.ts';
import { watchGrant } from './watch-grant.ts';
import { viewGrants } from './grant-view.ts';
import { requireGiver } from './require-giver.ts';
import { requireGrant } from './require-grant.ts';

interface Answer {
  id: number;
  state: 'accepted' | 'declined';
  action: 'grants.accept' | 'grants.decline';
  /** Throws where the grant can not be answered like this any more. */
  check(grant: Grant): void;
}

/** Writes the grantee's answer. Throws AppError: grantNotFound, noDataPermission, and what `check` throws. */
export async function answerGrant(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { id, state, action, check }: Answer,
): Promise<Grant> {
  const now = platform.clock.now();
  const who = { actor: context.actor, now };
  const answered = await platform.db.transaction().execute(async (trx) => {
    const { grant, creatorId } = await requireGrant(trx, who, id);
    check(grant);
    if (!grant.answerable) throw new AppError('noDataPermission');
    if (state === 'accepted') await requireGiver(trx, { grantId: id, creatorId, at: now });
    const answer = { state, answeredAt: new Date(now) };
    await trx.updateTable('grants').set(answer).where('id', '=', id).execute();
    await auditGrant(trx, context, {
      action,
      grantId: id,
      stationIds: await stationsOfGrant(trx, id),
      organisationId: grant.object.kind === 'organisation' ? grant.object.id : null,
    });
    if (state === 'accepted') await watchGrant(trx, grant, now);
    await announceChange(trx, { access: true });
    return (await viewGrants(trx, who, [id]))[0]!.grant;
  });
  return answered;
}
