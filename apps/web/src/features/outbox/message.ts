import type { OutputOf } from '@sunfleet/api-client';

/** A message as the outbox lists it. */
export type Message = OutputOf<'listOutbox'>['rows'][number];
