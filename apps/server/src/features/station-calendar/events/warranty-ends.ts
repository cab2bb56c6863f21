import type { Db } from '../../../platform/postgres/client.ts';
import type { Mask } from '../../accounts/index.ts';
import { type Asked, type Happening, MOST_OF_SOURCE } from './happening.ts';

/** Days on which the warranty of devices ends. */
export async function warrantyEnds(db: Db, { id, from, to }: Asked, mask: Mask): Promise<Happening[]> {
  const rows = await db
    .selectFrom('devices')
    .select(['sn', 'name', 'warrantyEnd'])
    .where('stationId', '=', id)
    .where('warrantyEnd', '>=', from)
    .where('warrantyEnd', '<=', to)
    // Their order would tell visitors what is masked of serial numbers.
    .orderBy(mask.active ? 'id' : 'sn')
    .limit(MOST_OF_SOURCE)
    .execute();
  return rows.map(({ sn, name, warrantyEnd }) => ({
    kind: 'warrantyEnd',
    from: warrantyEnd!,
    to: warrantyEnd!,
    at: null,
    subject: mask.active ? mask.sn(sn) : (name ?? sn),
  }));
}
