import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { waysToWrite } from '../towns/index.ts';
import { foldText } from './fold-text.ts';

/** Stations of one statement. */
const AT_ONCE = 1000;

/** Folds name and town of every station that is new or called otherwise now. */
export async function foldStations({ db }: Pick<Platform, 'db'>): Promise<void> {
  while ((await foldNext(db)) === AT_ONCE);
}

/** Answers how many it folded. */
async function foldNext(db: Db): Promise<number> {
  const stations = await db
    .selectFrom('stations')
    .leftJoin('stationWords as words', 'words.stationId', 'stations.id')
    .select(['stations.id', 'stations.name', 'stations.town'])
    .where((eb) =>
      eb.or([
        eb('words.stationId', 'is', null),
        eb('words.name', '!=', eb.ref('stations.name')),
        eb('words.town', 'is distinct from', eb.ref('stations.town')),
      ]),
    )
    .limit(AT_ONCE)
    .execute();
  if (stations.length === 0) return 0;
  // A station that goes meanwhile is left out, and one that another server folds at the same time ends the same.
  await sql`
    INSERT INTO station_words (station_id, name, town, folded)
    SELECT words.* FROM unnest(${stations.map(({ id }) => id)}::bigint[], ${stations.map(({ name }) => name)}::text[],
      ${stations.map(({ town }) => town)}::text[], ${stations.map(foldedOf)}::text[]) AS words (station_id, name, town, folded)
    JOIN stations ON stations.id = words.station_id
    ORDER BY words.station_id
    ON CONFLICT (station_id) DO UPDATE SET name = EXCLUDED.name, town = EXCLUDED.town, folded = EXCLUDED.folded`.execute(
    db,
  );
  return stations.length;
}

/** Also as somebody writes it who has no umlauts. */
function foldedOf({ name, town }: { name: string; town: string | null }): string {
  const ways = waysToWrite(town === null ? name : `${name} ${town}`);
  return [...new Set(ways.map(foldText))].join(' ');
}
