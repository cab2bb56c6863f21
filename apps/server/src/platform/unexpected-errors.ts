import type { HealthSource } from './health.ts';
import { messageOf } from './errors.ts';
import type { Logger } from './log.ts';

/** How long the health report speaks of an error that nobody expected. */
const REMEMBERED_MS = 10 * 60_000;
/** One error that comes again and again fills no log. */
const SAME_AGAIN_MS = 60_000;

export interface UnexpectedErrors {
  health: HealthSource;
  /** From this call on the server goes on after an error; before it, an error ends the server. */
  started(): void;
  heard(error: unknown): void;
}

/**
 * What becomes of errors that nothing caught: a socket, worker or timer of ours or of a library. A server that is up logs
 * them and goes on: what it acknowledged is stored, and ending would cut off every device and person because of one.
 */
export function createUnexpectedErrors(
  log: Logger,
  end: () => void,
  now: () => number = Date.now,
): UnexpectedErrors {
  let up = false;
  let count = 0;
  let lastAt: number | undefined;
  const last = { text: '', at: 0, unlogged: 0 };

  function write(error: unknown): void {
    const text = messageOf(error);
    if (text === last.text && now() - last.at < SAME_AGAIN_MS) {
      last.unlogged += 1;
      return;
    }
    log.error({ err: error, sameBefore: text === last.text ? last.unlogged : 0 }, 'unexpected error');
    Object.assign(last, { text, at: now(), unlogged: 0 });
  }

  return {
    health: {
      name: 'process',
      essential: false,
      check: () => ({
        state: lastAt !== undefined && now() - lastAt < REMEMBERED_MS ? 'degraded' : 'ok',
        detail: { unexpectedErrors: count, lastAt: lastAt ?? null },
      }),
    },
    started: () => void (up = true),
    heard(error) {
      count += 1;
      lastAt = now();
      write(error);
      if (!up) end();
    },
  };
}

/** Hands over the errors that would end this process. */
export function catchUnexpected(errors: UnexpectedErrors): void {
  process.on('uncaughtException', errors.heard);
  process.on('unhandledRejection', errors.heard);
  // A terminal or pipe that is gone takes no more output; the server does not depend on it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
