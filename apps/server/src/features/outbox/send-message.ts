import type { Language } from '@sunfleet/contract';
import { sql } from 'kysely';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { renderMessage } from './render-message.ts';
import { mayTellAgain } from './repeated-messages.ts';
import type { MessageTemplate, MessageValues, SecretOf } from './templates.ts';

export type NewMessage<T extends MessageTemplate> = SecretOf<T> & {
  channel: 'mail' | 'sms';
  /** E-mail address or phone number. */
  to: string;
  template: T;
  language: Language;
  values: MessageValues<T>;
  /** Epoch milliseconds. */
  now: number;
  /** When it goes out, if not at once. */
  sendAt?: number;
  /** The site of a stranger who asked for it; null or absent: nobody from outside. */
  askedFrom?: string | null;
};

/**
 * Writes a message into the outbox, in the caller's transaction: it goes out only if that transaction commits. Sending begins
 * at once after the commit; whoever gets or asks for many waits behind the first message of everybody else. What would be told to one recipient too often is not
 * written.
 */
export async function sendMessage<T extends MessageTemplate>(db: Db, message: NewMessage<T>): Promise<void> {
  const { channel, to, template, language, values, now, sendAt = now, secret, askedFrom = null } = message;
  if (!(await mayTellAgain(db, { to, template, now }))) return;
  const named: Readonly<Record<string, string | number | undefined>> = values;
  const content = await renderMessage({ template, language, values: { ...values } });
  const at = new Date(now);
  await db
    .insertInto('outbox')
    .values({
      channel,
      recipient: to,
      template,
      language,
      ...content,
      createdAt: at,
      nextTryAt: new Date(sendAt),
      askedFrom,
      turn: sql<number>`greatest((SELECT count(*)::int FROM outbox WHERE recipient = ${to} AND state = 'waiting'),
        (SELECT count(*)::int FROM outbox WHERE asked_from = ${askedFrom} AND state = 'waiting'))`,
      ...(secret && {
        secret: String(named['code'] ?? named['password']),
        secretOf: secret.of,
        secretUntil: new Date(secret.until),
      }),
    })
    .execute();
  await addJob(db, 'outbox.deliver', {});
}
