import type { Language } from '@sunfleet/contract';
import type { Db } from '../../platform/postgres/client.ts';
import type { Text } from '../../platform/text.ts';

export interface GrantMessage {
  channel: 'mail' | 'sms';
  /** E-mail address or phone number. */
  to: string;
  template: 'grantOffered' | 'grantEnding' | 'handOverOffered';
  language: Language;
  values: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  now: number;
}

/** Writes a message into the outbox, in the caller's transaction: it goes out only if what it tells of has happened. */
export async function sendMessage(db: Db, text: Text, message: GrantMessage): Promise<void> {
  const { channel, to, template, language, values, now } = message;
  const of = (part: 'subject' | 'text') => text(language, `grant-messages.${template}.${part}`, values);
  const at = new Date(now);
  await db
    .insertInto('outbox')
    .values({
      channel,
      recipient: to,
      template,
      language,
      subject: of('subject'),
      body: of('text'),
      createdAt: at,
      nextTryAt: at,
    })
    .execute();
}
