import type { Db } from '../../../platform/postgres/client.ts';
import type { Asked, Happening } from './happening.ts';

/** Days from which another tariff holds. */
export async function tariffs(db: Db, { id, from, to }: Asked): Promise<Happening[]> {
  const rows = await db
    .selectFrom('stationTariffs')
    .leftJoin('tariffs', 'tariffs.id', 'stationTariffs.tariffId')
    .select(['fromDay', 'tariffs.name'])
    .where('stationId', '=', id)
    .where('fromDay', '>=', from)
    .where('fromDay', '<=', to)
    .execute();
  return rows.map(({ fromDay, name }) => ({
    kind: 'tariff',
    from: fromDay,
    to: fromDay,
    at: null,
    subject: name,
  }));
}
