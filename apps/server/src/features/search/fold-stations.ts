import { sql } from 'kysely';
import { togetherOrAlone } from '../../platform/jobs/together-or-alone.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { waysToWrite } from '../towns/index.ts';
import { foldText } from './fold-text.ts';

/** Stations of one statement. */
const AT_ONCE = 1000;

interface Named {
  id: number;
  name: string;
  town: string | null;
}

/** Folds name and town of every station that is new or called otherwise now. One that cannot be folded keeps no other one waiting. */
export async function foldStations({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  const failed = (error: unknown, { id: stationId }: Named) =>
    log.error({ err: error, stationId }, 'a station was not folded for the search');
  for (let after: number | undefined = 0; after !== undefined;) {
    const stations = await notFolded(db, after);
    await togetherOrAlone(stations, (some) => fold(db, some), failed);
    after = stations.at(-1)?.id;
  }
}

function notFolded(db: Db, after: number): Promise<Named[]> {
  return db
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
    .where('stations.id', '>', after)
    .orderBy('stations.id')
    .limit(AT_ONCE)
    .execute();
}

async function fold(db: Db, stations: readonly Named[]): Promise<void> {
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
}

/** Also as somebody writes it who has no umlauts. */
function foldedOf({ name, town }: Named): string {
  const ways = waysToWrite(town === null ? name : `${name} ${town}`);
  return [...new Set(ways.map(foldText))].join(' ');
}
