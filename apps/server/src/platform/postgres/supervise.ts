import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';

export interface Started {
  child: ChildProcess;
  /** Resolves when the program serves; rejects when it ends before. */
  ready: Promise<void>;
}

export interface Supervised {
  readonly pid: number;
  readonly restarts: number;
  stop(): Promise<void>;
}

/** Milliseconds before the first and between the last tries to start again. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 10_000;
/** Milliseconds a server gets for a clean end, and for one without. */
const PATIENCE_MS = 20_000;

/** Starts a program again whenever it ends unasked, with growing waits while it does not come up. */
export function supervise(
  first: ChildProcess,
  start: () => Promise<Started>,
  log: Logger | undefined,
): Supervised {
  let child = first;
  let restarts = 0;
  let stopping = false;
  watch();

  function watch(): void {
    // `error` also reports a signal that could not be sent; only `exit` reports the end.
    child.on('error', (error) => log?.error({ err: error }, 'PostgreSQL process'));
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log?.error({ code, signal }, 'PostgreSQL ended and is started again');
      void startAgain();
    });
  }

  async function startAgain(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      await delay(wait, undefined, { ref: false });
      if (stopping) return;
      try {
        const next = await start();
        child = next.child;
        if (stopping) return await end(child);
        await next.ready;
        restarts += 1;
        log?.warn({ restarts }, 'PostgreSQL runs again');
        return watch();
      } catch (error) {
        log?.error({ reason: messageOf(error) }, 'PostgreSQL does not start; it is tried again');
      }
    }
  }

  return {
    get pid() {
      return child.pid ?? 0;
    },
    get restarts() {
      return restarts;
    },
    async stop() {
      stopping = true;
      await end(child);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(force);
}
