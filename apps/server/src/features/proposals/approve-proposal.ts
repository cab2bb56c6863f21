import type { RouteName } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import { may, type RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { digestOf } from '../../platform/http/second-person.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { ProposalsTable } from '../../platform/postgres/tables/commands.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { aloneFrom, mayBeOne } from './alone.queries.ts';
import { isInScope } from './list-proposals.ts';
import { mayDecide, openProposals, permissionOf } from './open-proposals.queries.ts';

type Row = Selectable<ProposalsTable>;
type Server = Pick<HttpServer, 'platform' | 'proposed'>;

/**
 * Runs what somebody else proposed, as the approver and once: it counts as approved before it runs. Both must be allowed to do it now.
 * Throws AppError: proposalNotFound (also for who may not do this), proposalChanged, proposalOwn
 * (also for an account that the proposer may have taken over), and what the route throws.
 */
export async function approveProposal(
  server: Server,
  context: RequestContext,
  { id, digest }: { id: number; digest: string },
): Promise<void> {
  const { db, clock } = server.platform;
  const now = clock.now();
  const proposal = await db.transaction().execute(async (trx) => {
    const row = await openProposals(trx, now).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row || !(await mayBothDo(server, context, row))) throw new AppError('proposalNotFound');
    if (digest !== row.digest || digestOf(row) !== row.digest) throw new AppError('proposalChanged');
    if (!(await isAsShown(server, context, row))) throw new AppError('proposalChanged');
    if (row.proposedBy === context.actor.userId) {
      const from = await aloneFrom(trx, row, now);
      if (from === undefined || now < from) throw new AppError('proposalOwn');
    } else if (await mayBeOne(trx, [row.proposedBy, context.actor.userId ?? 0], now)) {
      throw new AppError('proposalOwn');
    }
    const decision = { decidedBy: context.actor.userId, decidedAt: new Date(now) };
    await trx
      .updateTable('proposals')
      .set({ state: 'approved', ...decision })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'proposals.accept',
      objectType: 'proposal',
      objectId: id,
      after: { route: row.route, input: row.input, proposedBy: row.proposedBy },
    });
    return row;
  });
  try {
    await server.proposed.get(proposal.route as RouteName)!.run(context, JSON.parse(proposal.input) as never);
  } catch (error) {
    await db.updateTable('proposals').set({ state: 'failed' }).where('id', '=', id).execute();
    throw error;
  }
}

/** Whether the approver may do it, and the proposer still may. */
async function mayBothDo(server: Server, context: RequestContext, row: Row): Promise<boolean> {
  if (!mayDecide(context.actor, row.route) || !(await isInScope(server, context, row))) return false;
  const permission = permissionOf(row.route);
  const actor = await findUserActor(server.platform.db, { userId: row.proposedBy, at: context.actor.at });
  if (!actor || !permission || !may(actor, permission)) return false;
  return isInScope(server, { ...context, actor }, row);
}

/** Whether the call would do what was shown when it was proposed, also when the approver makes it. */
async function isAsShown({ proposed }: Server, context: RequestContext, row: Row): Promise<boolean> {
  const { shown, ...input } = JSON.parse(row.input) as { shown?: unknown };
  const now = await proposed.get(row.route as RouteName)!.check(context, input as never);
  return JSON.stringify(now) === JSON.stringify(shown);
}
