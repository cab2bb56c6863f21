import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { foldText } from './fold-text.ts';

/** Shorter words are near half of all names. */
const FEWEST_LETTERS = 4;
/** A sign of another script may be a whole phrase in ASCII, and what is compared with every name is short. */
const MOST_LETTERS = 100;
/** Shares of the trigrams of the text that a name must have: where nothing has the first, the second. */
export const SHARES = [0.7, 0.45] as const;

/** What names are compared with; undefined where the text is too short for it. */
export function comparedText(q: string): string | undefined {
  const folded = foldText(q).slice(0, MOST_LETTERS);
  return folded.length < FEWEST_LETTERS ? undefined : folded;
}

/**
 * The share that `<%` asks for until the end of the transaction. It is asked of the index: the planner takes the operator for as cheap as an addition,
 * and would rather compare the text with one name after the other until it has enough.
 */
export async function askForShare(trx: Db, share: number): Promise<void> {
  await sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${String(share)}, true),
    set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(trx);
}
