import { AppError } from './errors.ts';
import type { Db } from './postgres/client.ts';
import { countTries, holdSubjects, noteTry } from './tries.ts';

const DAY_MS = 86_400_000;

export interface Share {
  /** What all share: `weather requests`. */
  ofAll: string;
  /** The family of organisations (`families`) that asks; null: nobody's. */
  family: number | null;
  /** How often all may, within a day. */
  perDay: number;
  /** Whether one family has all of it where nobody else asks. */
  aloneHasAll?: boolean;
}

/**
 * Counts one more of what all share on a day, in the transaction of what is done. Each family of organisations leaves as many to the others as it has had itself, so that
 * however many of them somebody has never use up those of everybody. Throws AppError `tooManyRequests`.
 */
export async function takeShare(
  trx: Db,
  { ofAll, family, perDay, aloneHasAll = false }: Share,
  now: number,
): Promise<void> {
  const ofOne = `${ofAll} of organisation ${family ?? 'none'}`;
  await holdSubjects(trx, [ofAll]);
  const all = await countTries(trx, { subject: ofAll, withinMs: DAY_MS }, now);
  const own = await countTries(trx, { subject: ofOne, withinMs: DAY_MS }, now);
  const left = perDay - all;
  const isAlone = aloneHasAll && all === own;
  if (left <= 0 || (!isAlone && own >= left)) throw new AppError('tooManyRequests');
  await noteTry(trx, [ofAll, ofOne], now);
}
