import { pino, type Logger } from 'pino';

export type { Logger };

/** JSON lines on standard output; secrets never reach it. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['req.headers.authorization', '*.password', '*.secret', '*.token'], remove: true },
  });
}
