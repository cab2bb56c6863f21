import type { LiveEvent } from '@sunfleet/contract';
import { messageOf } from '../../platform/errors.ts';
import { cutAnswer } from '../../platform/http/cut-answer.ts';
import type { Logger } from '../../platform/log.ts';

/**
 * The text of an event, cut to what the contract promises of it. Undefined for an event that does not fit: that is a mistake of the
 * server, which the log tells, and the streams go on without the event.
 */
export function eventData(event: LiveEvent, log: Pick<Logger, 'error'>): string | undefined {
  try {
    return JSON.stringify(cutAnswer('liveStream', event));
  } catch (error) {
    log.error({ err: messageOf(error), event: event.type }, 'live event not sent');
    return undefined;
  }
}
