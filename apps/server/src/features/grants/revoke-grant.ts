import type { Grant } from '@sunfleet/contract';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { leaveGranted } from '../alarm-shields/index.ts';
import { auditGrant, stationsOfGrant } from './audit-grant.ts';
import { cutGrants } from './cut-grants.ts';
import { isOpen } from './grant-state.ts';
import { viewGrants } from './grant-view.ts';
import { requireGrant } from './require-grant.ts';

/**
 * Ends a grant at once. Its giver, and anybody who may grant on all its stations, ends it as a whole. Somebody who may grant on
 * some of them, such as their owner, takes those out. Answers what was ended, as the caller sees it.
 * Throws AppError: grantNotFound, noDataPermission, grantNotOpen.
 */
export async function revokeGrant(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<Grant> {
  const now = platform.clock.now();
  const { actor } = context;
  const revoked = await platform.db.transaction().execute(async (trx) => {
    const { grant, given, grantable } = await requireGrant(trx, { actor, now }, id);
    if (!isOpen(grant.state)) throw new AppError('grantNotOpen');
    if (!grant.revocable) throw new AppError('noDataPermission');
    const all = await stationsOfGrant(trx, id);
    const whole = given || grantable.length === all.length;
    const stationIds = whole ? all : grantable;
    if (whole) {
      const end = { state: 'revoked', revokedAt: new Date(now) } as const;
      await trx.updateTable('grants').set(end).where('id', '=', id).execute();
      await leaveGranted(trx, { grantIds: [id], now, by: actor.userId });
    } else await cutGrants(trx, { stationIds, grantIds: [id], now, by: actor.userId });
    await auditGrant(trx, context, {
      action: 'grants.revoke',
      grantId: id,
      stationIds,
      organisationId: grant.object.kind === 'organisation' ? grant.object.id : null,
    });
    const { kind, id: personId } = grant.to;
    // Of the person it is told by name as well: streams of everybody wait for each other.
    await announceChange(trx, {
      access: true,
      accessOf: kind === 'user' && personId !== null ? [personId] : [],
    });
    if (whole) return (await viewGrants(trx, { actor, now }, [id]))[0]!.grant;
    return { ...grant, state: 'revoked' as const, revokedAt: now, revocable: false };
  });
  return revoked;
}
