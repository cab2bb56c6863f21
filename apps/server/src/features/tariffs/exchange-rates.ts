import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { worksForAll } from '../organisations/index.ts';
import { keeperOf } from './tariff-scope.ts';

/** Rates by day of the organisation whose tariffs an actor keeps, or the actor's own. */
export async function readRates(
  db: Db,
  actor: Actor,
): Promise<RouteOutput<(typeof routes)['listExchangeRates']>> {
  const rows = await db
    .selectFrom('exchangeRates')
    .select(['currency', 'day', 'rate', 'intoCurrency'])
    .where(ofKeeper(actor))
    .orderBy('day')
    .orderBy('currency')
    .execute();
  return {
    own: keeperOf(actor).organisationId === null,
    into: rows[0]?.intoCurrency ?? null,
    rates: rows.map(({ currency, day, rate }) => ({ currency, day, rate })),
  };
}

function ofKeeper(actor: Actor): RawBuilder<SqlBool> {
  const { organisationId, ownerId } = keeperOf(actor);
  return organisationId === null
    ? sql<SqlBool>`exchange_rates.owner_id = ${ownerId}`
    : sql<SqlBool>`exchange_rates.organisation_id = ${organisationId}`;
}

/**
 * Sets the rates of the caller's organisation, or the caller's own. Those of an organisation convert what all of its stations earn, so who reaches a
 * part of them sets none. Throws AppError: invalidInput, noDataPermission.
 */
export async function saveExchangeRates(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { into, rates }: RouteRequest<(typeof routes)['saveExchangeRates']>['body'],
): Promise<null> {
  const { actor } = context;
  const keeper = keeperOf(actor);
  if (keeper.organisationId !== null && !worksForAll(actor)) throw new AppError('noDataPermission');
  const words = { language: context.language, text: platform.text };
  if (into === null && rates.length > 0) throw brokenRule(words, 'body.into', 'currencyMissing');
  const seen = new Set<string>();
  for (const [at, { currency, day }] of rates.entries()) {
    if (currency === into || seen.has(`${currency} ${day}`))
      throw brokenRule(words, `body.rates.${at}.currency`, 'rateTwice');
    seen.add(`${currency} ${day}`);
  }
  await platform.db.transaction().execute(async (trx) => {
    // Of two tables that are saved at the same moment the later one stands, and not a part of each.
    await holdSubjects(trx, [`rates of ${keeper.organisationId ?? `owner ${keeper.ownerId}`}`]);
    const before = await readRates(trx, actor);
    await trx.deleteFrom('exchangeRates').where(ofKeeper(actor)).execute();
    for (let from = 0; from < rates.length; from += 1000)
      await trx
        .insertInto('exchangeRates')
        .values(rates.slice(from, from + 1000).map((rate) => ({ ...rate, ...keeper, intoCurrency: into! })))
        .execute();
    await writeAudit(trx, context, {
      action: 'exchangeRates.save',
      ...(keeper.organisationId === null
        ? { objectType: 'user', objectId: keeper.ownerId ?? '' }
        : {
            objectType: 'organisation',
            objectId: keeper.organisationId,
            organisationId: keeper.organisationId,
          }),
      before: { into: before.into, rates: before.rates.length },
      after: { into, rates: rates.length },
    });
  });
  return null;
}
