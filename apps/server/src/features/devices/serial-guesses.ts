import type { ErrorKey, RouteName } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { auditDenied } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { accountSubject, peopleLimits } from '../../platform/people-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import {
  countTries,
  holdSubjects,
  noteTry,
  takeTry,
  takeTryBack,
  triedSince,
  type TryLimit,
} from '../../platform/tries.ts';

const HOUR_MS = 3_600_000;

interface Guess {
  /** What is counted. */
  what: string;
  anHour: number;
  aDay: number;
}

/** Serial numbers of others that somebody may meet, and codes that may be mistyped: a few by a slip of the pen, not a list. */
export const MISSED: Guess = { what: 'taken serial numbers', anHour: 10, aDay: 30 };
/** Being asked for a claim code also tells that a device reports. Who adds many devices meets it once for each. */
export const ASKED: Guess = { what: 'claim codes asked for', anHour: 60, aDay: 300 };

const GUESSES: Partial<Record<ErrorKey, Guess>> = {
  snTaken: MISSED,
  wrongClaimCode: MISSED,
  claimCodeNeeded: ASKED,
};

/**
 * Does what tells whether a serial number belongs to somebody else, or whether a claim code is right. Each such answer is counted, by
 * account and by network, because accounts are free; all but the question for a claim code are written into the audit log. Beyond
 * the limit the whole call is refused, also for numbers that are free: otherwise the refusal would tell. It counts before it is done and is
 * taken back where it told nothing, so that calls at the same moment, on whichever servers, tell no more than the limit together. Nothing is
 * counted by serial number: that would let a stranger shut its owner out, and a code of 50 bits does not need it. Throws AppError
 * `tooManyRequests`.
 */
export async function limitSerialGuesses<T>(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { route, sn, work }: { route: RouteName; sn: string; work: () => Promise<T> },
): Promise<T> {
  const now = clock.now();
  const limits = [MISSED, ASKED].flatMap((guess) => limitsOf(guess, context));
  await db.transaction().execute((trx) => takeTry(trx, limits, now));
  let told: Guess | undefined;
  try {
    return await work();
  } catch (error) {
    told = error instanceof AppError ? GUESSES[error.key] : undefined;
    if (error instanceof AppError && told === MISSED) {
      const entry = { objectType: error.key, objectId: sn.slice(0, 64) };
      await auditDenied(db, context, { action: `denied.${route}`, ...entry });
    }
    throw error;
  } finally {
    const others = [MISSED, ASKED].filter((guess) => guess !== told);
    // What was done is answered all the same: one more is counted for an hour.
    await takeTryBack(db, subjectsOf(others, context), now).catch(() => undefined);
  }
}

/**
 * How many of a list may be told somebody, who is counted for them. What was told within the last day is told again and is not counted again: a list that is mended and checked once more
 * brings nothing new.
 */
export async function tellSome(
  trx: Transaction<Tables>,
  context: RequestContext,
  { guess, sns, now }: { guess: Guess; sns: readonly string[]; now: number },
): Promise<{ told: Set<string>; fresh: string[]; full: boolean }> {
  const limits = limitsOf(guess, context);
  await holdSubjects(trx, [...new Set(limits.map(({ subject }) => subject))]);
  let left = Infinity;
  for (const limit of limits) left = Math.min(left, limit.most - (await countTries(trx, limit, now)));
  const ofSn = (sn: string) => accountSubject(`${guess.what}: ${sn}`, context.actor.userId);
  const known = await triedSince(trx, sns.map(ofSn), now - 24 * HOUR_MS);
  const fresh = sns.filter((sn) => !known.has(ofSn(sn))).slice(0, Math.max(0, left));
  for (const sn of fresh) await noteTry(trx, [...subjectsOf([guess], context), ofSn(sn)], now);
  const told = new Set([...sns.filter((sn) => known.has(ofSn(sn))), ...fresh]);
  return { told, fresh, full: left <= 0 || told.size < sns.length };
}

function subjectsOf(guesses: readonly Guess[], context: RequestContext): string[] {
  return [...new Set(guesses.flatMap((guess) => limitsOf(guess, context).map(({ subject }) => subject)))];
}

/** How often somebody, and the network of somebody, may guess. */
function limitsOf({ what, anHour, aDay }: Guess, context: RequestContext): TryLimit[] {
  return peopleLimits(what, context, [
    { withinMs: HOUR_MS, most: anHour },
    { withinMs: 24 * HOUR_MS, most: aDay },
  ]);
}
