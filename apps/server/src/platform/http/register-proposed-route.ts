import { LIMITS, routes, type RouteName, type RouteRequest } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Tables } from '../postgres/tables.ts';
import { registerRoute } from './register-route.ts';
import { keepProposal, requireSound } from './second-person.ts';
import type { HttpServer } from './server.ts';

interface ProposedWork<N extends RouteName> {
  /**
   * Throws where the caller may not do this very thing. It is asked of who proposes and of who approves. Needed where the route has a scope. What it
   * answers is shown to who approves; where it is another one by then, nothing runs.
   */
  check?: (context: RequestContext, request: RouteRequest<(typeof routes)[N]>) => Promise<unknown>;
  /** Does it as the approver, in the transaction that marks the call as approved. */
  run: (
    trx: Transaction<Tables>,
    context: RequestContext,
    request: RouteRequest<(typeof routes)[N]>,
  ) => Promise<unknown>;
}

/** Puts a route of the contract on the server whose calls wait for a second person: who calls it proposes, and who approves does it. */
export function registerProposedRoute<N extends RouteName>(
  server: HttpServer,
  name: N,
  { check, run }: ProposedWork<N>,
): void {
  requireSound(name, routes[name], check !== undefined);
  server.proposed.set(name, { check: async (context, input) => check?.(context, input), run });
  registerRoute(server, name, (context, input) => propose(server, context, { name, input }));
}

/** Keeps the call for a second person. Always throws: AppError `secondPersonNeeded`, or what `check` throws. */
async function propose(
  server: HttpServer,
  context: RequestContext,
  { name, input }: { name: RouteName; input: unknown },
): Promise<never> {
  const shown = await server.proposed.get(name)?.check(context, input as never);
  await keepProposal(server.platform, context, { name, input, shown });
  throw new AppError('secondPersonNeeded', { minutes: LIMITS.proposalMs / 60_000 });
}
