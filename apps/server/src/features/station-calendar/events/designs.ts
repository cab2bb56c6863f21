import type { Db } from '../../../platform/postgres/client.ts';
import type { Asked, Happening } from './happening.ts';

/** Days from which another design holds. */
export async function designs(db: Db, { id }: Asked): Promise<Happening[]> {
  const row = await db
    .selectFrom('stationDesigns')
    .select('versions')
    .where('stationId', '=', id)
    .executeTakeFirst();
  return (row?.versions ?? []).flatMap(({ from }): Happening[] =>
    from === null ? [] : [{ kind: 'design', from, to: from, at: null }],
  );
}
