import {
  ADDRESSES,
  type RouteOutput,
  type RouteRequest,
  type routes,
  type SimAction,
} from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { waysToAdministrators } from '../organisations/index.ts';
import { publicLink, sendMessage } from '../outbox/index.ts';
import { auditEach, countOf } from './several-sims.ts';
import { readSimScope } from './sim-scope.ts';
import { cardsText } from './cards-text.ts';

/** A renewal costs money: the provider is asked once in this time for each card. */
const RENEWED_MS = 7 * 86_400_000;
/** So old figures at least are asked for anew: organisations share the requests that the provider takes in a day. */
const REFRESHED_MS = 3_600_000;

type Parts = Pick<Platform, 'db' | 'clock' | 'config'>;
type Several = RouteOutput<(typeof routes)['actOnSims']>;

/**
 * Has the provider do something with cards, or (without an action) tell their figures. A card of which something waits, or whose figures are of the last hour, is left. Throws AppError `simProviderMissing`.
 */
export async function actOnSims(
  { db, clock, config }: Parts,
  context: RequestContext,
  { ids, action }: RouteRequest<(typeof routes)['actOnSims']>['body'],
): Promise<Several> {
  if (!config.sims) throw new AppError('simProviderMissing');
  const scope = await readSimScope(db, context.actor, 'sims.edit');
  return db.transaction().execute(async (trx) => {
    const found = trx
      .selectFrom('simCards')
      .select(['id', 'organisationId'])
      .where('id', 'in', ids)
      .where(scope);
    if (action) return queue(trx, context, { ids, action, found: await found.execute(), at: clock.now() });
    const asked = await trx
      .updateTable('simCards')
      .set({ askedAt: null })
      .where('id', 'in', ids)
      .where(scope)
      .where((card) =>
        card.or([
          card('askedAt', 'is', null),
          card('failure', 'is not', null),
          card('askedAt', '<=', new Date(clock.now() - REFRESHED_MS)),
        ]),
      )
      .returning('id')
      .execute();
    await askForJob(trx, 'sims.ask');
    return countOf(ids, asked);
  });
}

/** Has cards renewed: by the provider, once within a week, else by whoever administers their organisation, who is asked once for each. */
export async function renewSims(
  platform: Parts,
  context: RequestContext,
  { ids }: RouteRequest<(typeof routes)['renewSims']>['body'],
): Promise<Several> {
  const { db, clock, config } = platform;
  const scope = await readSimScope(db, context.actor, 'sims.renew');
  return db.transaction().execute(async (trx) => {
    if (config.sims) {
      const found = await trx
        .selectFrom('simCards')
        .select(['id', 'organisationId'])
        .where('id', 'in', ids)
        .where(scope)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('simRequests')
                .select('simRequests.id')
                .whereRef('simRequests.simId', '=', 'simCards.id')
                .where('simRequests.action', '=', 'renew')
                .where('simRequests.state', '!=', 'failed')
                .where('simRequests.askedAt', '>', new Date(clock.now() - RENEWED_MS)),
            ),
          ),
        )
        .execute();
      return queue(trx, context, { ids, action: 'renew', found, at: clock.now() });
    }
    const asked = await trx
      .updateTable('simCards')
      .set({ renewalAskedAt: new Date(clock.now()) })
      .where('id', 'in', ids)
      .where('renewalAskedAt', 'is', null)
      .where('status', '!=', 'terminated')
      .where(scope)
      .returning(['id', 'organisationId', 'iccid'])
      .execute();
    await auditEach(trx, context, { action: 'sims.renew', sims: asked });
    await tellAdministrators(trx, platform, { context, asked });
    return countOf(ids, asked);
  });
}

interface Queued {
  ids: readonly number[];
  action: SimAction;
  found: readonly { id: number; organisationId: number }[];
  at: number;
}

/** Keeps a request for each card; the database refuses a second one beside one that waits. */
async function queue(
  trx: Transaction<Tables>,
  context: RequestContext,
  { ids, action, found, at }: Queued,
): Promise<Several> {
  if (found.length === 0) return countOf(ids, []);
  const moment = new Date(at);
  const { userId } = context.actor;
  const order = { action, userId, dueAt: moment, askedAt: moment, reason: null };
  const queued = await trx
    .insertInto('simRequests')
    .values(found.map(({ id }) => ({ ...order, simId: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('simId')
    .execute();
  const asked = new Set(queued.map(({ simId }) => simId));
  const sims = found.filter(({ id }) => asked.has(id));
  await auditEach(trx, context, {
    action: action === 'renew' ? 'sims.renew' : 'sims.act',
    sims,
    after: { action },
  });
  await askForJob(trx, 'sims.ask');
  return countOf(ids, sims);
}

interface Asked {
  context: RequestContext;
  asked: readonly { organisationId: number; iccid: string }[];
}

async function tellAdministrators(
  trx: Transaction<Tables>,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  { context, asked }: Asked,
): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT name FROM users WHERE id = ${context.actor.userId}`.execute(trx);
  const who = rows[0]?.name ?? '';
  const link = publicLink(config, ADDRESSES.sims);
  for (const [organisationId, cards] of Map.groupBy(asked, (card) => card.organisationId))
    for (const way of await waysToAdministrators(trx, organisationId))
      await sendMessage(trx, {
        ...way,
        template: 'simRenewalAsked',
        values: { who, cards: cardsText(cards.map(({ iccid }) => iccid)), link },
        now: clock.now(),
      });
}
