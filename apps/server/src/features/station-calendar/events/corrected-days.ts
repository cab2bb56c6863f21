import type { Db } from '../../../platform/postgres/client.ts';
import type { Asked, Happening } from './happening.ts';

/** Days whose energy people corrected. */
export async function correctedDays(db: Db, { id, from, to }: Asked): Promise<Happening[]> {
  const rows = await db
    .selectFrom('energyCorrections')
    .select(['fromDay', 'toDay'])
    .where('stationId', '=', id)
    .where('kind', '=', 'days')
    .where('removedAt', 'is', null)
    .where('fromDay', '<=', to)
    .where('toDay', '>=', from)
    .execute();
  return rows.map(({ fromDay, toDay }) => ({
    kind: 'energyCorrected',
    from: fromDay!,
    to: toDay!,
    at: null,
  }));
}
