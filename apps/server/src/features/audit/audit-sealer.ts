import type { Platform } from '../../platform/platform.ts';
import { sealAudit } from './seal-audit.ts';

const EVERY_MS = 1000;

export interface AuditSealer {
  start(): void;
  /** Seals what is left and ends. */
  stop(): Promise<void>;
}

/** Seals new entries of the audit log every second; a second that fails is made up for by the next. */
export function createAuditSealer({ db, log }: Pick<Platform, 'db' | 'log'>): AuditSealer {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const seal = () => {
    running ??= sealAudit(db)
      .catch((error: unknown) => log.error({ err: error }, 'the audit log was not sealed'))
      .finally(() => (running = undefined));
    return running;
  };
  return {
    start() {
      timer = setInterval(() => void seal(), EVERY_MS);
    },
    async stop() {
      clearInterval(timer);
      await running;
      await seal();
    },
  };
}
