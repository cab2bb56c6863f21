import { sql, type RawBuilder } from 'kysely';
import { messageOf } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { readNumbers, sentNumbers } from '../../../platform/postgres/number-columns.ts';
import type { DeviceBoard } from './device-board.ts';
import { readChanges, readWhole, type ReadBoard } from './read-board.ts';
import { readSerialOrder, type SerialOrder } from './serial-order.ts';

/** An older board is not asked. */
const MOST_AGE_MS = 30_000;
/** So old it is refreshed behind whoever asks, and not sooner than so many times what refreshing took, where it does not become too old by that. */
const REFRESH_MS = 5000;
const REST_FACTOR = 10;
/** Nobody asked for so long: the memory is given back. */
const FORGET_MS = 10 * 60_000;
/** More words and stations are put in order by the database. */
const MOST_NAMES = 200_000;
/** More devices are left to the database: these need some 250 MB. */
const MOST_DEVICES = 2_000_000;

export interface ListedBoard {
  board: DeviceBoard;
  /** Words by their numbers, stations by their ids; undefined where there are too many. */
  words: Places | undefined;
  stations: Places | undefined;
  /** Undefined while nobody wants it, as it costs a look through all devices. */
  serials: SerialOrder | undefined;
}

/** The place of each among all in the order of their names. */
interface Places {
  count: number;
  placeOf: Float64Array;
}

/** Keeps what is known of all devices in memory while lists of very many are looked at. */
export interface BoardKeeper {
  /** What is known, at most half a minute old; undefined where nobody wanted it lately, and until it is read. */
  current(): ListedBoard | undefined;
  /** Somebody looked at a list of very many devices. */
  want(): void;
  /** Somebody wants these in the order of serial numbers. */
  wantSerials(): void;
}

interface Kept extends ReadBoard, ListedBoard {
  /** By `performance.now()`: when the last look at what changed began, and how long it took. */
  lookedAt: number;
  tookMs: number;
}

export function createBoardKeeper({ db, log, health }: Pick<Platform, 'db' | 'log' | 'health'>): BoardKeeper {
  let kept: Kept | undefined;
  let [serialsUntil, tooManyUntil] = [0, 0];
  let reading: Promise<void> | undefined;
  let forget: NodeJS.Timeout | undefined;
  const read = async () => {
    // To read all of it may take longer than what is known may be old.
    const known = kept ?? (await readWhole(db, MOST_DEVICES));
    if (!known) {
      tooManyUntil = performance.now() + FORGET_MS;
      return;
    }
    const lookedAt = performance.now();
    const next = await readChanges(db, known);
    const [words, stations] = await Promise.all([readWords(db, kept?.words), readStations(db)]);
    const serials = lookedAt < serialsUntil ? await readSerialOrder(db, kept?.serials) : undefined;
    kept = { ...next, words, stations, serials, lookedAt, tookMs: performance.now() - lookedAt };
  };
  const want = () => {
    forget = forget?.refresh() ?? setTimeout(() => (kept = undefined), FORGET_MS).unref();
    const now = performance.now();
    if (reading || now < tooManyUntil) return;
    const isWhole = kept && (kept.serials !== undefined || now >= serialsUntil);
    const rest = Math.min(MOST_AGE_MS / 2, Math.max(REFRESH_MS, REST_FACTOR * (kept?.tookMs ?? 0)));
    if (kept && isWhole && now - kept.lookedAt < rest) return;
    reading = read()
      .catch((error: unknown) => {
        // What was half refreshed is not believed.
        kept = undefined;
        log.warn({ err: messageOf(error) }, 'the board of devices is not known');
      })
      .finally(() => {
        reading = undefined;
      });
  };
  health.add({
    name: 'lists',
    essential: false,
    check: () => ({ state: 'ok', detail: { devicesOnBoard: kept?.board.size ?? 0 } }),
  });
  return {
    want,
    wantSerials: () => void (serialsUntil = performance.now() + FORGET_MS),
    current() {
      if (!kept) return undefined;
      want();
      return performance.now() - kept.lookedAt < MOST_AGE_MS ? kept : undefined;
    },
  };
}

/** Words are never changed: where there are as many as before, and none is newer, their order is what it was. */
async function readWords(db: Db, known: Places | undefined): Promise<Places | undefined> {
  const { rows } = await sql<{ count: number; room: number }>`
    SELECT count(*)::float8 AS count, coalesce(max(id) + 1, 0)::float8 AS room FROM listed_words`.execute(db);
  const [now] = rows;
  if (known && known.count === now!.count && known.placeOf.length === now!.room) return known;
  return readPlaces(db, sql`SELECT id, row_number() OVER (ORDER BY word) AS place FROM listed_words`);
}

/** Stations may have the same name, and the same place. */
const readStations = (db: Db): Promise<Places | undefined> =>
  readPlaces(db, sql`SELECT id, dense_rank() OVER (ORDER BY name) AS place FROM listed_stations`);

async function readPlaces(db: Db, named: RawBuilder<unknown>): Promise<Places | undefined> {
  const { rows } = await sql<{ ids: Buffer | null; places: Buffer | null }>`
    SELECT ${sentNumbers(sql`id`)} AS ids, ${sentNumbers(sql`place`)} AS places FROM (${named} LIMIT ${MOST_NAMES + 1}) AS named`.execute(
    db,
  );
  const ids = readNumbers(rows[0]!.ids);
  if (ids.length > MOST_NAMES) return undefined;
  const placeOf = new Float64Array(ids.reduce((most, id) => Math.max(most, id + 1), 0)).fill(Number.NaN);
  const places = readNumbers(rows[0]!.places);
  for (const [at, id] of ids.entries()) placeOf[id] = places[at]!;
  return { count: ids.length, placeOf };
}
