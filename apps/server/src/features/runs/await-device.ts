import type { RequestReply } from '../../platform/links/device-links.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** Pauses before a device that was there shortly before is asked again: after a server was killed, loggers need minutes to dial in again. */
const PAUSES_MS: readonly number[] = [10_000, 20_000, 40_000, 60_000, 60_000, 60_000];
/** A device that said something within this time was there shortly before. What has no more time left is for somebody who waits for an answer. */
const SHORTLY_MS = 5 * 60_000;
/** The same where this server began that shortly before: nobody heard a device while it stood still. */
const STANDSTILL_MS = 24 * 3_600_000;

/** Thrown where a device is not there and its turn comes again. */
export class Absent extends Error {
  readonly notBefore: number;

  constructor(notBefore: number) {
    super('the device is not there yet');
    this.notBefore = notBefore;
  }
}

interface Asked {
  deviceId: number;
  /** How often it was waited for in this attempt. */
  absences: number;
  /** Nothing is sent after it, epoch milliseconds; null: never over. */
  expiresAt: number | null;
  now: number;
  /** When this server began. */
  startedAt: number;
}

/** Nothing was sent, because nobody has a connection to the device. */
const isAbsent = (reply: RequestReply): boolean =>
  !reply.ok && !reply.sent && (reply.failure === 'notConnected' || reply.failure === 'disconnected');

/**
 * Asks, and asks anew after each pause where the device is not there but was shortly before. `ask` hears which time it is, and answers for an earlier one
 * what became of it then. Throws Absent where the turn of the device is to come again later.
 */
export async function awaitDevice(
  db: Db,
  { deviceId, absences, expiresAt, now, startedAt }: Asked,
  ask: (time: number) => Promise<RequestReply>,
): Promise<RequestReply> {
  let reply = await ask(0);
  for (let time = 1; time <= absences && isAbsent(reply); time += 1) reply = await ask(time);
  const pause = PAUSES_MS[absences];
  if (!isAbsent(reply) || pause === undefined || (expiresAt ?? Infinity) <= now + SHORTLY_MS) return reply;
  const since = now - (now - startedAt < SHORTLY_MS ? STANDSTILL_MS : SHORTLY_MS);
  const seen = await db
    .selectFrom('deviceStates')
    .select('deviceId')
    .where('deviceId', '=', deviceId)
    .where('lastSeenAt', '>', new Date(since))
    .executeTakeFirst();
  if (seen) throw new Absent(now + pause);
  return reply;
}
