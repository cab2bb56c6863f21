import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';

/** Work of this server that is done again and again. */
export interface Repeated {
  /** Does the work soon, or once more after the work that is under way. */
  wake(): void;
  /** Lets the work that is under way end, and ends. */
  stop(): Promise<void>;
}

export interface RepeatedOptions {
  log: Logger;
  /** What the work is called in the log. */
  name: string;
  /** Milliseconds between a call of `wake` and the work, so that many calls are one piece of work. */
  gatherMs?: number;
}

/**
 * Does something every so often in this process, never twice at the same time; a failure is logged and the next time comes. This is
 * for what each server does for itself, or what costs less than a job. Work that only one of the servers has to do is a job.
 */
export function every(
  milliseconds: number,
  work: () => Promise<unknown>,
  { log, name, gatherMs = 0 }: RepeatedOptions,
): Repeated {
  let running: Promise<void> | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let again = false;
  let stopped = false;

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await work();
      } catch (error) {
        log.warn({ err: messageOf(error), work: name }, 'failed, tried again in a while');
      }
    } while (again && !stopped);
  }

  function begin(): void {
    gathering = undefined;
    if (stopped) return;
    again = true;
    running ??= run().finally(() => (running = undefined));
  }

  const timer = setInterval(begin, milliseconds).unref();
  return {
    wake() {
      if (gatherMs === 0) begin();
      else gathering ??= setTimeout(begin, gatherMs).unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(gathering);
      await running;
    },
  };
}
