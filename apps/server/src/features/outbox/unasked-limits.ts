import { LIMITS } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import type { TryLimit } from '../../platform/tries.ts';

const DAY_MS = 86_400_000;

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

/** Forgets how many went to a recipient. */
export async function forgetUnasked(db: Db, to: string): Promise<void> {
  await db
    .deleteFrom('tries')
    .where(sql<SqlBool>`subject = ${subjectOf(to)} OR starts_with(subject, ${`${subjectOf(to)}, `})`)
    .execute();
}

function subjectOf(to: string): string {
  return `unasked messages to ${to}`;
}
