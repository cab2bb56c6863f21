import { sql } from 'kysely';
import { messageOf } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Senders } from './senders.ts';

const MINUTE_MS = 60_000;
/** Wait after each failed try; the try after the last wait is the last one. */
const DELAYS_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
const MOST_TRIES = DELAYS_MS.length + 1;
/** A worker holds a message that it took for this long. After that its server counts as gone. */
const HOLD_MS = 2 * MINUTE_MS;

interface HeldMessage {
  id: number;
  channel: 'mail' | 'sms';
  recipient: string;
  subject: string;
  body: string;
  tries: number;
  createdAt: Date;
}

/** Takes the message whose turn it is, if any is due, and tries to send it. False: nothing is due. */
export async function deliverNext(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  senders: Senders,
): Promise<boolean> {
  const message = await hold(db, clock.now());
  if (!message) return false;
  const send = senders[message.channel];
  if (!send) {
    await note(db, message, { state: 'notConfigured', tries: 0, nextTryAt: null });
    return true;
  }
  try {
    const id = `${message.id}.${message.createdAt.getTime()}`;
    await send({ id, to: message.recipient, subject: message.subject, text: message.body });
  } catch (error) {
    log.warn({ err: error, message: message.id, tries: message.tries }, 'a message was not sent');
    await note(db, message, afterFailure(message, messageOf(error), clock.now()));
    return true;
  }
  const sent = { state: 'sent', sentAt: new Date(clock.now()), nextTryAt: null, error: null } as const;
  await note(db, message, { ...sent, body: '', secret: null, secretOf: null, secretUntil: null });
  return true;
}

/** One statement, so that no other worker takes the same message. */
function hold(db: Db, now: number): Promise<HeldMessage | undefined> {
  return db
    .updateTable('outbox')
    .set({ tries: sql`tries + 1`, nextTryAt: new Date(now + HOLD_MS) })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'waiting')
        .where('nextTryAt', '<=', new Date(now))
        .orderBy('turn')
        .orderBy('nextTryAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'channel', 'recipient', 'subject', 'body', 'tries', 'createdAt'])
    .executeTakeFirst();
}

interface Outcome {
  state: 'waiting' | 'sent' | 'failed' | 'notConfigured';
  nextTryAt: Date | null;
  tries?: number;
  sentAt?: Date;
  error?: string | null;
  body?: string;
  secret?: null;
  secretOf?: null;
  secretUntil?: null;
}

function afterFailure({ tries }: HeldMessage, reason: string, now: number): Outcome {
  const error = reason.slice(0, 500);
  if (tries >= MOST_TRIES) return { state: 'failed', nextTryAt: null, error };
  return { state: 'waiting', nextTryAt: new Date(now + DELAYS_MS[tries - 1]!), error };
}

/**
 * Writes what became of a try, unless another worker has taken the message since, or it lost its secret and is not to go out. The
 * next try is a job of the same transaction.
 */
async function note(db: Db, { id, tries }: HeldMessage, outcome: Outcome): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('outbox')
      .set(outcome.state === 'waiting' ? outcome : { ...outcome, askedFrom: null })
      .where('id', '=', id)
      .where('tries', '=', tries)
      .$if(outcome.state !== 'sent', (query) => query.where('redacted', '=', false))
      .execute();
    if (outcome.nextTryAt)
      await addJob(trx, 'outbox.deliver', {}, { startAfter: outcome.nextTryAt.getTime() });
  });
}
