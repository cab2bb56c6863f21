import type { StationTariffs } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { requireStation } from '../stations/index.ts';

type Term = StationTariffs['terms'][number];
type AssignedRow = Term & { stationId: number };

/** Which tariff stations have since when, in the order of the days. */
export async function assignedTariffs(
  db: Db,
  stationIds: readonly number[],
): Promise<ReadonlyMap<number, Term[]>> {
  const { rows } = await sql<AssignedRow>`
    SELECT term.station_id, nullif(term.from_day::text, '-infinity') AS "from",
           CASE WHEN tariffs.id IS NOT NULL THEN jsonb_build_object('id', tariffs.id, 'name', tariffs.name,
             'currency', tariffs.currency, 'versions', tariffs.versions) END AS tariff
      FROM station_tariffs term LEFT JOIN tariffs ON tariffs.id = term.tariff_id
     WHERE term.station_id = ANY(${[...stationIds]}::bigint[]) ORDER BY term.station_id, term.from_day`.execute(
    db,
  );
  const found = new Map<number, Term[]>();
  for (const { stationId, from, tariff } of rows) {
    const terms = found.get(stationId) ?? [];
    found.set(stationId, [...terms, { from, tariff }]);
  }
  return found;
}

/** Tariffs, simple prices and investment of a station. Throws AppError `stationNotFound`. */
export async function stationTariffs(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  id: number,
): Promise<StationTariffs> {
  await requireStation(db, actor, id, 'tariffs.view');
  const [terms, { currency, priceBuy, priceFeedIn, investment, investmentCurrency }] = await Promise.all([
    assignedTariffs(db, [id]),
    db
      .selectFrom('stations')
      .select(['currency', 'priceBuy', 'priceFeedIn', 'investment', 'investmentCurrency'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  ]);
  const priced = currency !== null && (priceBuy !== null || priceFeedIn !== null);
  return {
    terms: terms.get(id) ?? [],
    simple: priced ? { currency, priceBuy, priceFeedIn } : null,
    investment:
      investment === null || investmentCurrency === null
        ? null
        : { amount: investment, currency: investmentCurrency },
  };
}
