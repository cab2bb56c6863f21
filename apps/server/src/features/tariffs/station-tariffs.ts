import type { StationTariffs } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { requireStation } from '../stations/index.ts';
import { INVESTMENT, investmentOf } from './investment.ts';

type Term = StationTariffs['terms'][number];
interface AssignedRow {
  stationId: number;
  from: string | null;
  tariffId: number | null;
}

/** Which tariff stations have since when, in the order of the days. */
export async function assignedTariffs(
  db: Db,
  stationIds: readonly number[],
): Promise<ReadonlyMap<number, Term[]>> {
  const { rows } = await sql<AssignedRow>`
    SELECT station_id, nullif(from_day::text, '-infinity') AS "from", tariff_id FROM station_tariffs
     WHERE station_id = ANY(${[...stationIds]}::bigint[]) ORDER BY station_id, from_day`.execute(db);
  // A tariff is read once, of however many stations and days it is.
  const tariffs = await db
    .selectFrom('tariffs')
    .select(['id', 'name', 'currency', 'versions'])
    .where(
      'id',
      '=',
      sql<number>`ANY(${[...new Set(rows.flatMap(({ tariffId }) => tariffId ?? []))]}::bigint[])`,
    )
    .execute();
  const byId = new Map(tariffs.map((tariff) => [tariff.id, tariff]));
  const found = new Map<number, Term[]>();
  for (const { stationId, from, tariffId } of rows) {
    const terms = found.get(stationId) ?? [];
    found.set(stationId, terms);
    terms.push({ from, tariff: tariffId === null ? null : (byId.get(tariffId) ?? null) });
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
  const [terms, { currency, priceBuy, priceFeedIn, ...cost }] = await Promise.all([
    assignedTariffs(db, [id]),
    db
      .selectFrom('stations')
      .select(['currency', 'priceBuy', 'priceFeedIn', ...INVESTMENT])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  ]);
  const priced = currency !== null && (priceBuy !== null || priceFeedIn !== null);
  return {
    terms: terms.get(id) ?? [],
    simple: priced ? { currency, priceBuy, priceFeedIn } : null,
    investment: investmentOf(cost),
  };
}
