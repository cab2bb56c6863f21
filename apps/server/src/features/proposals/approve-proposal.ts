import type { RouteName } from '@sunfleet/contract';
import { sql, type Selectable, type Transaction } from 'kysely';
import { may, type RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { digestOf } from '../../platform/http/second-person.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { ProposalsTable } from '../../platform/postgres/tables/commands.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { aloneFrom, mayBeOne } from './alone.queries.ts';
import { isRefusal } from './is-refusal.ts';
import { isInScope } from './list-proposals.ts';
import { mayDecide, openProposals, permissionOf } from './open-proposals.queries.ts';

type Row = Selectable<ProposalsTable>;
type Server = Pick<HttpServer, 'platform' | 'proposed'>;

/**
 * Does what somebody else proposed, as the approver and once, in the transaction that marks it as approved: it is never approved and done by nobody. Both
 * must be allowed to do it now. What was refused has failed and does not wait any more; where others hold what it needs, or a store fails, it waits on and
 * may be approved again. Throws AppError: proposalNotFound (also for who may not do this), proposalChanged, proposalOwn (also for an account that the
 * proposer may have taken over), beingChanged, and what the route throws.
 */
export async function approveProposal(
  server: Server,
  context: RequestContext,
  { id, digest }: { id: number; digest: string },
): Promise<void> {
  const { db, clock } = server.platform;
  const now = clock.now();
  const refusal = await db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    // Others who approve it wait here, on all servers.
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
    return doOnce(server, context, { trx, row, now });
  });
  if (refusal) throw refusal;
}

interface Approved {
  trx: Transaction<Tables>;
  row: Row;
  now: number;
}

/** Does it and writes down who approved it. Of what was refused nothing stays but that; answers the refusal. */
async function doOnce(
  { proposed }: Server,
  context: RequestContext,
  approved: Approved,
): Promise<AppError | undefined> {
  const { trx, row } = approved;
  await sql`SAVEPOINT undone`.execute(trx);
  try {
    await writeDown(context, approved);
    await proposed.get(row.route as RouteName)!.run(trx, context, JSON.parse(row.input) as never);
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await sql`ROLLBACK TO SAVEPOINT undone`.execute(trx);
    await writeDown(context, approved, error);
    return error;
  }
}

async function writeDown(
  context: RequestContext,
  { trx, row, now }: Approved,
  refusal?: AppError,
): Promise<void> {
  const { id, route, input, proposedBy } = row;
  const state = refusal ? 'failed' : 'approved';
  await trx
    .updateTable('proposals')
    .set({ state, decidedBy: context.actor.userId, decidedAt: new Date(now) })
    .where('id', '=', id)
    .execute();
  await writeAudit(trx, context, {
    action: 'proposals.accept',
    objectType: 'proposal',
    objectId: id,
    after: { route, input, proposedBy, ...(refusal && { state, reason: refusal.key }) },
  });
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
