import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { route } from '../route.ts';
import { id, idParam, time } from '../vocabulary.ts';
import { OUTBOX_STATES } from '../words.ts';

/** What waits may carry codes and passwords of anybody: whoever stole a session or an API key of an administrator does not read them. */
const own = {
  tag: 'outbox',
  auth: 'session',
  permission: 'platform.manage',
  scope: 'none',
  stepUp: true,
} as const;

export const outboxMessage = z.object({
  id,
  channel: z.enum(['mail', 'sms']),
  to: z.string(),
  template: z.string(),
  language: z.string(),
  subject: z.string(),
  /** What the message says; empty once it was sent, since it may carry codes. */
  text: z.string(),
  /** The code or password in it was taken out: it was used, replaced, or is over. Such a message is not sent any more. */
  redacted: z.boolean(),
  state: z.enum(OUTBOX_STATES),
  tries: z.number().int(),
  error: z.string().nullable(),
  createdAt: time,
  nextTryAt: time.nullable(),
  sentAt: time.nullable(),
});

export const listOutbox = route({
  ...own,
  method: 'GET',
  path: '/outbox',
  summary: 'Messages by mail and SMS: what waits, what was sent, what failed and why',
  query: pageQuery.extend({
    state: z.enum(OUTBOX_STATES).optional(),
    q: z.string().trim().max(100).optional(),
  }),
  output: pageOf(outboxMessage),
});

export const retryMessage = route({
  ...own,
  method: 'POST',
  path: '/outbox/:id/retry',
  summary: 'Try a message again now',
  params: idParam,
  output: outboxMessage,
});
