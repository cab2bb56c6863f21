import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { isInScope } from './list-proposals.ts';
import { mayDecide, openProposals } from './open-proposals.queries.ts';

/**
 * Ends a proposal without running it. Who proposed it withdraws it so; anybody else could approve it. Throws AppError `proposalNotFound`.
 */
export async function declineProposal(
  server: Pick<HttpServer, 'platform' | 'proposed'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  const { db, clock } = server.platform;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const row = await openProposals(trx, now).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row || !mayDecide(context.actor, row.route)) throw new AppError('proposalNotFound');
    const own = row.proposedBy === context.actor.userId;
    if (!own && !(await isInScope(server, context, row))) throw new AppError('proposalNotFound');
    const decision = { decidedBy: context.actor.userId, decidedAt: new Date(now) };
    await trx
      .updateTable('proposals')
      .set({ state: 'declined', ...decision })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'proposals.decline',
      objectType: 'proposal',
      objectId: id,
      after: { route: row.route, input: row.input, proposedBy: row.proposedBy },
    });
  });
}
