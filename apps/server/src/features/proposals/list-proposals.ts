import type { Proposal, RouteName } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { aloneFrom } from './alone.queries.ts';
import { mayDecide, openProposals } from './open-proposals.queries.ts';

type Server = Pick<HttpServer, 'platform' | 'proposed'>;

/** Proposals that the caller may decide over, and its own ones among them. */
export async function listProposals(server: Server, context: RequestContext): Promise<Proposal[]> {
  const { db, clock } = server.platform;
  const now = clock.now();
  const rows = await openProposals(db, now)
    .innerJoin('users', 'users.id', 'proposals.proposedBy')
    .selectAll('proposals')
    .select('users.name')
    .limit(100)
    .execute();
  const shown: Proposal[] = [];
  for (const row of rows) {
    if (!mayDecide(context.actor, row.route) || !(await isInScope(server, context, row))) continue;
    const own = row.proposedBy === context.actor.userId;
    const { id, route, input, digest, name } = row;
    shown.push({
      id,
      route,
      input,
      digest,
      proposedBy: name,
      proposedAt: row.proposedAt.getTime(),
      expiresAt: row.expiresAt.getTime(),
      own,
      aloneFrom: own ? ((await aloneFrom(db, row, now)) ?? null) : null,
    });
  }
  return shown;
}

/** Whether the caller may do what was proposed. */
export async function isInScope(
  { proposed }: Pick<HttpServer, 'proposed'>,
  context: RequestContext,
  { route, input }: { route: string; input: string },
): Promise<boolean> {
  const known = proposed.get(route as RouteName);
  if (!known) return false;
  try {
    await known.check(context, JSON.parse(input) as never);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
