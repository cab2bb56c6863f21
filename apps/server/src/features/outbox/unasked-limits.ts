import { LIMITS } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import type { TryLimit } from '../../platform/tries.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** How many messages that nobody asked for, as offers and invitations, go to one recipient in a day: of one account, and in all. */
export function unaskedLimits(to: string, fromUserId: number | null): TryLimit[] {
  const { unaskedFromOneDaily, unaskedDaily } = LIMITS;
  return [
    {
      subject: `${subjectOf(to)}, account ${fromUserId}`,
      withinMs: DAY_MS,
      most: unaskedFromOneDaily,
    },
    { subject: subjectOf(to), withinMs: DAY_MS, most: unaskedDaily },
  ];
}

/**
 * How many messages about work that is done over and over, as alarms that are given to somebody and taken back, go to one recipient in an hour: of one account, and in
 * all. Beyond it the pages alone tell of it.
 */
export function workLimits(to: string, fromUserId: number | null): TryLimit[] {
  const { workMessagesFromOneHourly, workMessagesHourly } = LIMITS;
  const subject = workSubjectOf(to);
  return [
    { subject: `${subject}, account ${fromUserId}`, withinMs: HOUR_MS, most: workMessagesFromOneHourly },
    { subject, withinMs: HOUR_MS, most: workMessagesHourly },
  ];
}

/**
 * How often administrators do something to one account of which it gets a message, as a new password: each is an SMS or a mail that somebody pays
 * for, and nobody needs it more often.
 */
export function accountLimits(what: string, userId: number): TryLimit[] {
  return [{ subject: `${what}, account #${userId}`, withinMs: HOUR_MS, most: LIMITS.toldAccountHourly }];
}

/** Forgets how many went to a recipient. */
export async function forgetUnasked(db: Db, to: string): Promise<void> {
  for (const subject of [subjectOf(to), workSubjectOf(to), repeatedSubjectOf(to)])
    await db
      .deleteFrom('tries')
      .where(sql<SqlBool>`subject = ${subject} OR starts_with(subject, ${`${subject}, `})`)
      .execute();
}

function subjectOf(to: string): string {
  return `unasked messages to ${to}`;
}

const workSubjectOf = (to: string): string => `messages about work to ${to}`;

/** Of messages that tell the same again and again; the kind of message stands behind it. */
export const repeatedSubjectOf = (to: string): string => `repeated messages to ${to}`;
