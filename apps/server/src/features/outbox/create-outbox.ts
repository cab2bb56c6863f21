import type { Platform } from '../../platform/platform.ts';
import { deliverNext } from './deliver.ts';
import { listenFor } from './listen-for.ts';
import { redactLapsed } from './redact-secrets.ts';
import { OUTBOX_CHANNEL } from './send-message.ts';
import { configuredSenders } from './senders.ts';

const DAY_MS = 86_400_000;
/** Messages older than this are deleted, whatever became of them. */
const KEPT_MS = 30 * DAY_MS;
/** How often retries are looked for; new messages are heard of at once. */
const LOOK_MS = 15_000;
/** Messages sent at the same moment by one server. */
const AT_ONCE = 3;

export interface Outbox {
  /** Sends what is due; call at start. */
  wake(): void;
  /** Resolves when nothing is due. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Sends the messages of the outbox. Any number of servers may do so on one database. */
export function createOutbox(platform: Pick<Platform, 'db' | 'pool' | 'clock' | 'log' | 'config'>): Outbox {
  const senders = configuredSenders(platform.config);
  const listening = listenFor(platform.pool, OUTBOX_CHANNEL, wake);
  const timer = setInterval(wake, LOOK_MS).unref();
  let stopped = false;
  let working: Promise<void> | undefined;
  let again = false;

  async function drain(): Promise<void> {
    await listening.start();
    await dropOld(platform);
    await redactLapsed(platform);
    do {
      again = false;
      await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
    } while (again && !stopped);
  }

  async function sendAll(): Promise<void> {
    let found = true;
    while (found && !stopped) found = await deliverNext(platform, senders);
  }

  function wake(): void {
    again = true;
    if (stopped) return;
    working ??= drain()
      .catch((error: unknown) => platform.log.warn({ err: error }, 'messages wait for the database'))
      .finally(() => (working = undefined));
  }

  async function idle(): Promise<void> {
    if (!working) return;
    await working;
    await idle();
  }

  return {
    wake,
    idle,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await working;
      await listening.stop();
    },
  };
}

async function dropOld({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('createdAt', '<', new Date(clock.now() - KEPT_MS))
    .execute();
}
