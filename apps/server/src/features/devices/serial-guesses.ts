import type { RequestContext } from '../../platform/actor.ts';
import { auditDenied } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Platform } from '../../platform/platform.ts';
import { noteTry, refuseTooMany, type TryLimit } from '../../platform/tries.ts';

const HOUR_MS = 3_600_000;
/** Serial numbers of others that somebody may meet: a few by a slip of the pen, not a list. */
const AN_HOUR = 10;
const A_DAY = 30;

/**
 * Does what tells whether a serial number belongs to somebody else. Each such answer is written into the audit log and counted, by account
 * and by network, because accounts are free. Beyond the limit the whole call is refused, also for numbers that are free: otherwise
 * the refusal would tell. Throws AppError `tooManyRequests`.
 */
export async function limitSerialGuesses<T>(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { sn, work }: { sn: string; work: () => Promise<T> },
): Promise<T> {
  const subjects = [
    `taken serial numbers, account ${context.actor.userId}`,
    `taken serial numbers, network ${networkOf(context.address ?? '')}`,
  ];
  const now = clock.now();
  await refuseTooMany(db, subjects.flatMap(limitsOf), now);
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.key === 'snTaken') {
      await noteTry(db, subjects, now);
      await auditDenied(db, context, {
        action: 'denied.addDevice',
        objectType: 'snTaken',
        objectId: sn.slice(0, 64),
      });
    }
    throw error;
  }
}

function limitsOf(subject: string): TryLimit[] {
  return [
    { subject, withinMs: HOUR_MS, most: AN_HOUR },
    { subject, withinMs: 24 * HOUR_MS, most: A_DAY },
  ];
}
