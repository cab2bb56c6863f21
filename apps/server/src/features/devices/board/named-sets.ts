import { expressionBuilder, sql, type RawBuilder } from 'kysely';
import { seesMasked } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { containing } from '../../../platform/postgres/list-query.ts';
import { readNumbers, sentNumbers } from '../../../platform/postgres/number-columns.ts';
import type { SharedAnswers } from '../../../platform/shared-answers.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { readStationScope } from '../../scope/index.ts';
import { snStartsWith } from '../../stations/index.ts';
import { ofDevices, OF_DEVICES, type DeviceFilter, type ScopedActor } from '../device-filter.ts';

/** What a filter names that does not stand on the board, as the database knows it now. */
export interface NamedSets {
  /** By the ids of stations: 1 for those in scope that the filter names. */
  stations: Uint8Array;
  /** By the numbers of words: 1 for those that contain what is asked for. */
  words: readonly (readonly [WordColumn, Uint8Array])[];
  /** Ids of devices that the filter names in other ways. */
  devices: Float64Array | undefined;
  search: { devices: Float64Array; words: Uint8Array } | undefined;
}

type WordColumn = (typeof WORDS)[number];
const WORDS = ['name', 'model', 'manufacturer', 'firmware'] as const;

/** Who sees fewer stations has them looked up by the database. */
const FEW_STATIONS = 2000;
/** More devices that a filter names are looked up by the database. */
const MOST_NAMED = 100_000;

interface Asking {
  db: Db;
  scoped: ScopedActor;
  filter: DeviceFilter;
  /** Stations in scope are read once for all that is asked within seconds. */
  stations: SharedAnswers<Float64Array>;
}

/** Looks up what a filter names; undefined where the database answers better. */
export async function nameSets(asking: Asking): Promise<NamedSets | undefined> {
  const { db, scoped, filter } = asking;
  const [stations, named, devices, search] = await Promise.all([
    readStations(asking),
    Promise.all(
      WORDS.flatMap((column) => {
        const text = filter[column];
        return text ? [readWords(db, text).then((words) => [column, words] as const)] : [];
      }),
    ),
    readNamed(db, scoped, filter),
    readSearch(db, scoped, filter.q),
  ]);
  if (!stations || isTooMany(devices) || isTooMany(search?.devices)) return undefined;
  return { stations: marksOf(stations), words: named, devices, search };
}

const isTooMany = (ids: Float64Array | undefined): boolean => (ids?.length ?? 0) > MOST_NAMED;

async function readStations({ db, scoped, filter, stations }: Asking): Promise<Float64Array | undefined> {
  const scope = await readStationScope(db, scoped.actor, 'devices.view');
  const inScope = db.selectFrom('stations').select('stations.id').where(scope);
  const query = sql<{
    ids: Buffer | null;
  }>`SELECT ${sentNumbers(sql`seen.id`)} AS ids FROM (${inScope}) AS seen`.compile(db);
  const ids = await stations.get(JSON.stringify([query.sql, query.parameters]), async () =>
    readNumbers((await db.executeQuery(query)).rows[0]!.ids),
  );
  if (ids.length < FEW_STATIONS) return undefined;
  if (!filter.station) return ids;
  const named = await readIds(
    db,
    sql`SELECT named.id FROM listed_stations AS named WHERE named.name LIKE ${containing(filter.station)}`,
  );
  const seen = marksOf(ids);
  return named.filter((id) => seen[id] === 1);
}

const readWords = async (db: Db, text: string): Promise<Uint8Array> =>
  marksOf(
    await readIds(
      db,
      sql`SELECT listed_words.id FROM listed_words WHERE listed_words.word LIKE ${containing(text)}`,
    ),
  );

async function readNamed(
  db: Db,
  { actor }: ScopedActor,
  filter: DeviceFilter,
): Promise<Float64Array | undefined> {
  if (OF_DEVICES.every((key) => filter[key] === undefined)) return undefined;
  const named = expressionBuilder<Tables, 'devices'>().and(ofDevices(actor, filter));
  return readIds(db, sql`SELECT devices.id FROM devices WHERE ${named} LIMIT ${MOST_NAMED + 1}`);
}

async function readSearch(
  db: Db,
  { actor }: ScopedActor,
  text: string | undefined,
): Promise<NamedSets['search']> {
  if (!text) return undefined;
  const [devices, words] = await Promise.all([
    seesMasked(actor)
      ? new Float64Array(0)
      : readIds(db, sql`SELECT devices.id FROM devices WHERE ${snStartsWith(text)} LIMIT ${MOST_NAMED + 1}`),
    readWords(db, text),
  ]);
  return { devices, words };
}

async function readIds(db: Db, ids: RawBuilder<unknown>): Promise<Float64Array> {
  const { rows } = await sql<{
    ids: Buffer | null;
  }>`SELECT ${sentNumbers(sql`found.id`)} AS ids FROM (${ids}) AS found`.execute(db);
  return readNumbers(rows[0]!.ids);
}

function marksOf(ids: Float64Array): Uint8Array {
  const marks = new Uint8Array(ids.reduce((most, id) => Math.max(most, id + 1), 0));
  for (const id of ids) marks[id] = 1;
  return marks;
}
