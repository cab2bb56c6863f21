import { sql } from 'kysely';
import { messageOf } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readNumbers, sentNumbers } from '../../../platform/postgres/number-columns.ts';
import type { DeviceBoard } from './device-board.ts';
import { readChanges, readWhole, type ReadBoard } from './read-board.ts';

/** An older board is not asked. */
const MOST_AGE_MS = 30_000;
/** So old it is refreshed behind whoever asks, and not sooner than so many times what refreshing took. */
const REFRESH_MS = 5000;
const REST_FACTOR = 10;
/** Nobody asked for so long: the memory is given back. */
const FORGET_MS = 10 * 60_000;
/** Of more words each is looked up by the database. */
const MOST_WORDS = 200_000;

export interface ListedBoard {
  board: DeviceBoard;
  /** Undefined where there are too many. */
  words: OrderedWords | undefined;
}

export interface OrderedWords {
  count: number;
  /** The place of each word among all in the order of their letters, by its number. */
  places: Float64Array;
}

/** Keeps what is known of all devices in memory while lists of very many are looked at. */
export interface BoardKeeper {
  /** What is known, at most half a minute old; undefined where nobody wanted it lately, and until it is read. */
  current(): ListedBoard | undefined;
  /** Somebody looked at a list of very many devices. */
  want(): void;
}

interface Kept extends ReadBoard, ListedBoard {
  /** By `performance.now()`: when the last look at what changed began, and how long it took. */
  lookedAt: number;
  tookMs: number;
}

export function createBoardKeeper({ db, log }: Pick<Platform, 'db' | 'log'>): BoardKeeper {
  let kept: Kept | undefined;
  let reading: Promise<void> | undefined;
  let forget: NodeJS.Timeout | undefined;
  const read = async () => {
    // To read all of it may take longer than what is known may be old.
    const known = kept ?? (await readWhole(db));
    const lookedAt = performance.now();
    const next = await readChanges(db, known);
    const words = await readWords({ db }, kept?.words);
    kept = { ...next, words, lookedAt, tookMs: performance.now() - lookedAt };
  };
  const want = () => {
    forget = forget?.refresh() ?? setTimeout(() => (kept = undefined), FORGET_MS).unref();
    const rest = kept ? Math.max(REFRESH_MS, REST_FACTOR * kept.tookMs) : 0;
    if (reading || (kept && performance.now() - kept.lookedAt < rest)) return;
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
  return {
    want,
    current() {
      if (!kept) return undefined;
      want();
      return performance.now() - kept.lookedAt < MOST_AGE_MS ? kept : undefined;
    },
  };
}

/** Words are never changed: where there are as many as before, their order is what it was. */
async function readWords(
  { db }: Pick<Platform, 'db'>,
  known: OrderedWords | undefined,
): Promise<OrderedWords | undefined> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::float8 AS count FROM listed_words`.execute(
    db,
  );
  const { count } = rows[0]!;
  if (known?.count === count) return known;
  if (count > MOST_WORDS) return undefined;
  const { rows: words } = await sql<{ ids: Buffer | null }>`
    SELECT ${sentNumbers(sql`id`)} AS ids FROM (SELECT id FROM listed_words ORDER BY word) AS ordered`.execute(
    db,
  );
  const ids = readNumbers(words[0]!.ids);
  const places = new Float64Array(ids.reduce((most, id) => Math.max(most, id + 1), 0)).fill(Number.NaN);
  for (const [place, id] of ids.entries()) places[id] = place;
  return { count: ids.length, places };
}
