import type { RouteRequest, routes } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdStation } from '../stations/index.ts';
import { INVESTMENT, investmentOf } from './investment.ts';
import { tariffScope } from './tariff-scope.ts';

type Input = RouteRequest<(typeof routes)['setStationTariffs']>['body'];

/**
 * Sets which tariff a station has since when, and what it cost. A tariff that somebody else keeps can stay, and only those that the caller
 * keeps can be added. Throws AppError: stationNotFound, tariffNotFound, invalidInput.
 */
export async function setStationTariffs(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { id, terms, investment }: Input & { id: number },
): Promise<null> {
  const { actor, language } = context;
  const days = terms.map(({ from }) => from ?? '');
  if (new Set(days).size < days.length)
    throw brokenRule({ language, text: platform.text }, 'body.terms', 'tariffVersionsInvalid');
  await platform.db.transaction().execute(async (trx) => {
    await holdStation(trx, actor, id, { permission: 'tariffs.assign', changes: 'station' });
    const wanted = terms.flatMap(({ tariffId }) => tariffId ?? []);
    await holdTariffs(trx, wanted);
    const before = await takeBefore(trx, id);
    await requireTariffs(trx, actor, {
      wanted,
      kept: before.terms.flatMap(({ tariffId }) => tariffId ?? []),
    });
    if (terms.length > 0)
      await trx
        .insertInto('stationTariffs')
        .values(
          terms.map(({ from, tariffId }) => ({ stationId: id, fromDay: from ?? '-infinity', tariffId })),
        )
        .execute();
    await trx
      .updateTable('stations')
      .set({ investment: investment?.amount ?? null, investmentCurrency: investment?.currency ?? null })
      .where('id', '=', id)
      .execute();
    await trx.deleteFrom('revenueCounts').where('stationId', '=', id).execute();
    await askForJob(trx, 'revenues.count');
    await writeAudit(trx, context, {
      action: 'stations.setTariffs',
      objectType: 'station',
      objectId: id,
      stationId: id,
      before: logged(before),
      after: logged({ terms, investment }),
    });
  });
  return null;
}

/** The log outlives the owner: like prices, it keeps that the cost changed, and not to what. */
const logged = ({ terms, investment }: Input) => ({ terms, investment: investment && '***' });

/** None of the tariffs is changed, deleted or taken from its stations meanwhile. */
async function holdTariffs(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  await sql`SELECT id FROM tariffs WHERE id = ANY(${[...new Set(ids)]}::bigint[]) ORDER BY id FOR SHARE`.execute(
    trx,
  );
}

/** Takes the station's terms away, as they stand once whoever else changed them has done so. */
async function takeBefore(trx: Transaction<Tables>, id: number): Promise<Input> {
  const taken = await trx
    .deleteFrom('stationTariffs')
    .where('stationId', '=', id)
    .returning(['fromDay', 'tariffId'])
    .execute();
  const cost = await trx
    .selectFrom('stations')
    .select(INVESTMENT)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const terms = taken.map(({ fromDay, tariffId }) => ({
    from: fromDay === '-infinity' ? null : fromDay,
    tariffId,
  }));
  return {
    terms: terms.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1)),
    investment: investmentOf(cost),
  };
}

async function requireTariffs(
  trx: Transaction<Tables>,
  actor: Actor,
  { wanted, kept }: { wanted: readonly number[]; kept: readonly number[] },
): Promise<void> {
  const added = [...new Set(wanted)].filter((id) => !kept.includes(id));
  if (added.length === 0) return;
  const rows = await trx
    .selectFrom('tariffs')
    .select('id')
    .where('id', '=', sql<number>`ANY(${added}::bigint[])`)
    .where(tariffScope(actor))
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  const missing = added.find((id) => !found.has(id));
  if (missing !== undefined) throw new AppError('tariffNotFound', { id: missing });
}
