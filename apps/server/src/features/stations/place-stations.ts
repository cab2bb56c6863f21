import { sql, type Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { TownAtlas } from '../towns/index.ts';

/** Stations of one transaction. */
const AT_ONCE = 200;

/** Writes town and region of every station that was not placed yet. */
export async function placeStations(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  towns: Pick<TownAtlas, 'ofSites'>,
): Promise<void> {
  const placeSome = (trx: Transaction<Tables>) => placeNext(trx, towns, new Date(clock.now()));
  while ((await db.transaction().execute(placeSome)) === AT_ONCE);
}

type Town = NonNullable<Awaited<ReturnType<TownAtlas['ofSites']>>[number]>;
/** What is known of it: a province alone is a place as well. */
type Placed = Pick<Town, 'names'> & { [Key in 'name' | 'region' | 'country']: string | null };

/** What people typed of the place stands before what is found there, in every language as they called it. */
function named(
  typed: Record<'city' | 'province' | 'country', string | null>,
  town?: Town,
): Placed | undefined {
  if (typed.city === null && typed.province === null) return town;
  return {
    name: typed.city ?? town?.name ?? null,
    region: typed.province ?? town?.region ?? null,
    country: typed.country ?? town?.country ?? null,
    names: {},
  };
}

/** Answers how many it placed. Servers that do the same at the same time take different stations. */
async function placeNext(
  trx: Transaction<Tables>,
  towns: Pick<TownAtlas, 'ofSites'>,
  placedAt: Date,
): Promise<number> {
  const stations = await trx
    .selectFrom('stations')
    .select(['id', 'latitude', 'longitude', 'country', 'province', 'city', 'address'])
    .where('placedAt', 'is', null)
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  if (stations.length === 0) return 0;
  const found = (await towns.ofSites(stations)).map((town, index) => named(stations[index]!, town));
  const column = (value: (town: (typeof found)[number]) => string | null) => found.map(value);
  await sql`
    UPDATE stations SET town = place.town, region = place.region, town_country = place.country,
      place_names = place.names, placed_at = ${placedAt}
    FROM unnest(${stations.map(({ id }) => id)}::bigint[], ${column((town) => town?.name ?? null)}::text[],
      ${column((town) => town?.region ?? null)}::text[], ${column((town) => town?.country ?? null)}::text[],
      ${column((town) => (town ? JSON.stringify(town.names) : null))}::jsonb[]) AS place (id, town, region, country, names)
    WHERE stations.id = place.id`.execute(trx);
  return stations.length;
}
