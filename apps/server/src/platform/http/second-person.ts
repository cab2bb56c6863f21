import { createHash } from 'node:crypto';
import { LIMITS, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../actor.ts';
import { writeAudit } from '../audit.ts';
import { AppError } from '../errors.ts';
import { addJob } from '../jobs/add-job.ts';
import type { Platform } from '../platform.ts';
import type { Tables } from '../postgres/tables.ts';
import { holdSubjects, takeTry } from '../tries.ts';

const HOUR_MS = 3_600_000;

/** What a route that needs a second person does once it is approved. */
export interface ProposedRoute {
  /**
   * Throws where a caller may not do this very thing: it is asked for who proposes and for who approves. Answers what the call would do as things are
   * now, where it only names it; that is shown, and the call runs with it.
   */
  check: (context: RequestContext, input: never) => Promise<unknown>;
  /**
   * Does it in the transaction that marks the call as approved, so that neither is there without the other. Nothing leaves for a device before that
   * transaction has ended.
   */
  run: (trx: Transaction<Tables>, context: RequestContext, input: never) => Promise<unknown>;
}

/** Throws where a definition promises what the guard cannot keep. */
export function requireSound(name: RouteName, definition: RouteDefinition, hasCheck: boolean): void {
  const { auth, permission, method, stepUp, transport, scope, secondPerson } = definition;
  const sound =
    secondPerson === true &&
    auth === 'session' &&
    permission !== 'any' &&
    method !== 'GET' &&
    stepUp === true &&
    transport === undefined;
  if (!sound) throw new Error(`Route ${name} cannot wait for a second person`);
  if (scope !== 'none' && !hasCheck) throw new Error(`Route ${name} does not say who may propose it`);
}

interface Proposed {
  route: string;
  input: string;
  proposedBy: number;
}

/** Of everything that an approval is about. */
export function digestOf({ route, input, proposedBy }: Proposed): string {
  return createHash('sha256')
    .update(JSON.stringify([route, input, proposedBy]))
    .digest('hex');
}

/**
 * Keeps a call until a second person approves it; the same call of the same person again keeps the one that waits. Throws AppError
 * `tooManyRequests` for somebody of whom many wait, or who made many within an hour.
 */
export async function keepProposal(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { name, input, shown }: { name: RouteName; input: unknown; shown: unknown },
): Promise<void> {
  const { userId } = context.actor;
  if (userId === null) throw new AppError('noDataPermission');
  // A call that names something is kept with what that is, so that nobody approves a thing that is changed afterwards.
  const text = JSON.stringify(shown === undefined ? input : { ...(input as object), shown });
  const digest = digestOf({ route: name, input: text, proposedBy: userId });
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await holdSubjects(trx, [`proposals of user #${userId}`]);
    const open = await trx
      .selectFrom('proposals')
      .select('digest')
      .where('proposedBy', '=', userId)
      .where('state', '=', 'open')
      .where('expiresAt', '>', new Date(now))
      .execute();
    if (open.some((one) => one.digest === digest)) return;
    if (open.length >= LIMITS.proposalsOpen) throw new AppError('tooManyRequests');
    await takeTry(
      trx,
      [{ subject: `proposals of user #${userId}`, withinMs: HOUR_MS, most: LIMITS.proposalsPerHour }],
      now,
    );
    const { id } = await trx
      .insertInto('proposals')
      .values({
        route: name,
        input: text,
        digest,
        proposedBy: userId,
        proposedAt: new Date(now),
        expiresAt: new Date(now + LIMITS.proposalMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'proposals.create',
      objectType: 'proposal',
      objectId: id,
      after: { route: name, input: text },
    });
    await addJob(trx, 'proposals.tell', { proposalId: id });
  });
}
