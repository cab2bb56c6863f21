import type { Platform } from '../platform.ts';
import type { RawExchange } from './register-route.ts';
import { whenOver } from './when-over.ts';

/** Takes work that is done when the answer has left, or the caller hung up. */
export type Later = (work: () => Promise<unknown>) => void;

/** For work that must not show in the time that an answer takes. Where it fails, the log says so. */
export function afterAnswer({ log }: Pick<Platform, 'log'>, { reply }: Pick<RawExchange, 'reply'>): Later {
  return (work) => {
    whenOver(reply.raw, () => {
      work().catch((error: unknown) => log.warn({ err: error }, 'work after an answer failed'));
    });
  };
}
