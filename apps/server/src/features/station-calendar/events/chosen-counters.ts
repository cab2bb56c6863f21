import type { Db } from '../../../platform/postgres/client.ts';
import type { Asked, Happening } from './happening.ts';

/** Days from which people let another counter count. */
export async function chosenCounters(db: Db, { id, from, to }: Asked): Promise<Happening[]> {
  const rows = await db
    .selectFrom('counterChoices')
    .select('fromDay')
    .distinct()
    .where('stationId', '=', id)
    .where('fromDay', '>=', from)
    .where('fromDay', '<=', to)
    .execute();
  return rows.map(({ fromDay }) => ({ kind: 'counterChosen', from: fromDay!, to: fromDay!, at: null }));
}
