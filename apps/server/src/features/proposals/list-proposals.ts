import type { Proposal, RouteName } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { aloneFrom } from './alone.queries.ts';
import { isRefusal } from './is-refusal.ts';
import { mayDecide, openProposals } from './open-proposals.queries.ts';

type Server = Pick<HttpServer, 'platform' | 'proposed'>;

/** How many proposals are looked at. */
const MOST = 100;

/** Proposals that the caller may decide over, those of its own organisations first so that no other ones hide them, and its own ones among them. */
export async function listProposals(server: Server, context: RequestContext): Promise<Proposal[]> {
  const { db, clock } = server.platform;
  const now = clock.now();
  const rows = await openProposals(db, now)
    .innerJoin('users', 'users.id', 'proposals.proposedBy')
    .leftJoin('organisations as home', 'home.id', 'users.organisationId')
    .selectAll('proposals')
    .select('users.name')
    .clearOrderBy()
    .orderBy(isNear(context.actor), 'desc')
    .orderBy('proposals.id')
    .limit(MOST)
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

/** Condition on a proposal whose proposer works for `home`: for the actor's organisation, or one above or below it. */
function isNear({ organisationId, organisationPath: path }: Actor): RawBuilder<SqlBool> {
  const related =
    path === null
      ? sql<SqlBool>`false`
      : sql<SqlBool>`starts_with(home.scope_path, ${path}::text) OR starts_with(${path}::text, home.scope_path)`;
  return sql<SqlBool>`coalesce(users.organisation_id IS NOT DISTINCT FROM ${organisationId}::bigint OR ${related}, false)`;
}

/** Whether the caller may do what was proposed. Throws AppError `beingChanged` where that cannot be said at the moment. */
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
    if (isRefusal(error)) return false;
    throw error;
  }
}
