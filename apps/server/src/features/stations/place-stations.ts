import { sql, type Transaction } from 'kysely';
import { togetherOrAlone } from '../../platform/jobs/together-or-alone.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { TownAtlas } from '../towns/index.ts';

/** Stations of one transaction. */
const AT_ONCE = 200;

/** Writes town and region of every station that was not placed yet. One that cannot be placed keeps no other one waiting. */
export async function placeStations(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  towns: Pick<TownAtlas, 'ofSites'>,
): Promise<void> {
  const place = (ids: readonly number[]) =>
    db.transaction().execute((trx) => placeSome(trx, towns, { ids, placedAt: new Date(clock.now()) }));
  const failed = (error: unknown, stationId: number) =>
    log.error({ err: error, stationId }, 'a station was not placed');
  for (let after: number | undefined = 0; after !== undefined;) {
    const ids = await notPlaced(db, after);
    await togetherOrAlone(ids, place, failed);
    after = ids.at(-1);
  }
}

async function notPlaced(db: Db, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('stations')
    .select('id')
    .where('placedAt', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
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

/** Servers that do the same at the same time take different stations. */
async function placeSome(
  trx: Transaction<Tables>,
  towns: Pick<TownAtlas, 'ofSites'>,
  { ids, placedAt }: { ids: readonly number[]; placedAt: Date },
): Promise<void> {
  const stations = await trx
    .selectFrom('stations')
    .select(['id', 'latitude', 'longitude', 'country', 'province', 'city', 'address'])
    .where('placedAt', 'is', null)
    .where('id', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  if (stations.length === 0) return;
  const found = (await towns.ofSites(stations)).map((town, index) => named(stations[index]!, town));
  const column = (value: (town: (typeof found)[number]) => string | null) => found.map(value);
  await sql`
    UPDATE stations SET town = place.town, region = place.region, town_country = place.country,
      place_names = place.names, placed_at = ${placedAt}
    FROM unnest(${stations.map(({ id }) => id)}::bigint[], ${column((town) => town?.name ?? null)}::text[],
      ${column((town) => town?.region ?? null)}::text[], ${column((town) => town?.country ?? null)}::text[],
      ${column((town) => (town ? JSON.stringify(town.names) : null))}::jsonb[]) AS place (id, town, region, country, names)
    WHERE stations.id = place.id`.execute(trx);
}
