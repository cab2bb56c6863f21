import type { Generated } from 'kysely';

export interface OutboxTable {
  id: Generated<number>;
  channel: 'mail' | 'sms';
  recipient: string;
  template: string;
  language: string;
  subject: string;
  body: string;
  state: Generated<'waiting' | 'sent' | 'failed' | 'notConfigured'>;
  tries: Generated<number>;
  error: string | null;
  createdAt: Date;
  nextTryAt: Date | null;
  sentAt: Date | null;
  secret: string | null;
  /** What the secret in the message opens; null when the message has none, or none any more. */
  secretOf: string | null;
  secretUntil: Date | null;
  redacted: Generated<boolean>;
  /** The site of a stranger who asked for it, while it waits. */
  askedFrom: string | null;
  /** How many of the same recipient, or asked for from the same site, waited when it was written. */
  turn: Generated<number>;
}

export interface OutboxTables {
  outbox: OutboxTable;
}
