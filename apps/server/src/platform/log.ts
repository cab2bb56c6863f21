import { pino, type DestinationStream, type Logger, type LogFn } from 'pino';
import { createRepeatedLines } from './repeated-lines.ts';
import { storeFailureOf } from './store-failure.ts';

export type { Logger };

const EVERY_MS = 60_000;

export interface LogOptions {
  /** Hears of every error that is logged. */
  failed?: (error: unknown) => void;
  /** Standard output where it is left out. */
  destination?: DestinationStream;
  everyMs?: number;
}

/**
 * JSON lines on standard output; secrets never reach it. While a store fails, everything that needs it fails again and again: each
 * message is one line a minute with its count and the reason instead of a stack, and a full disk is one line for all of them.
 */
export function createLog(
  level: string,
  { failed = () => {}, destination, everyMs = EVERY_MS }: LogOptions = {},
): Logger {
  const repeated = createRepeatedLines(everyMs);
  const logMethod = function (this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [what, message] = args as unknown as [unknown, string | undefined];
    const error = typeof what === 'object' && what && 'err' in what ? what.err : undefined;
    if (error !== undefined) failed(error);
    const failure = error === undefined ? undefined : storeFailureOf(error);
    if (!failure) return method.apply(this, args);
    const { reason, diskFull } = failure;
    const text = diskFull
      ? 'the disk is full: what cannot be stored is not acknowledged'
      : (message ?? 'store failed');
    repeated(text, (count) => method.call(this, { reason, count }, text));
  };
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['req.headers.authorization', '*.password', '*.secret', '*.token'], remove: true },
    hooks: { logMethod },
  };
  return destination ? pino(options, destination) : pino(options);
}
