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
  /** What the secret opens; null: there is none in the message, or no more. */
  secretOf: string | null;
  secretUntil: Date | null;
  redacted: Generated<boolean>;
}

export interface OutboxTables {
  outbox: OutboxTable;
}
