import type pg from 'pg';
import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** What PostgreSQL notifies, by one connection for the whole process. */
export interface Notifications {
  /**
   * Hears of a channel. `heard` is called without a payload after every lost connection too, because notifications may have been
   * missed. Answers the function that ends it.
   */
  on(channel: string, heard: (payload: string) => void): () => void;
  /** Resolves when every channel asked for so far is listened to; rejects while the database cannot be reached. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens its connection with the first listener, and another one whenever it is lost. */
export function createNotifications(pool: pg.Pool, log: Logger): Notifications {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let client: pg.PoolClient | undefined;
  let opening: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;
  let stopped = false;

  const tell = (channel: string, payload: string) => {
    for (const heard of listeners.get(channel) ?? []) heard(payload);
  };

  function lose(lost: pg.PoolClient, error: unknown): void {
    if (client !== lost) return;
    client = undefined;
    lost.release(true);
    log.warn({ err: messageOf(error) }, 'connection for notifications lost');
    retry();
  }

  function retry(): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void reopen(), pause).unref();
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  async function reopen(): Promise<void> {
    try {
      await open();
      for (const channel of listeners.keys()) tell(channel, '');
    } catch (error) {
      log.warn({ err: messageOf(error) }, 'notifications wait for the database');
      retry();
    }
  }

  function open(): Promise<void> {
    opening ??= connect().finally(() => (opening = undefined));
    return opening;
  }

  async function connect(): Promise<void> {
    if (client) return;
    const opened = await pool.connect();
    client = opened;
    opened.on('error', (error) => lose(opened, error));
    opened.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''));
    for (const channel of listeners.keys()) await listen(opened, channel);
    pause = FIRST_PAUSE_MS;
  }

  async function listen(on: pg.PoolClient, channel: string): Promise<void> {
    try {
      await on.query(`LISTEN "${channel}"`);
    } catch (error) {
      lose(on, error);
      throw error;
    }
  }

  let asked: Promise<void> = Promise.resolve();
  return {
    on(channel, heard) {
      const set = listeners.get(channel) ?? new Set();
      const isNew = set.size === 0;
      listeners.set(channel, set.add(heard));
      if (isNew) {
        const before = asked;
        asked = before
          .catch(() => undefined)
          .then(open)
          .then(() => (client ? listen(client, channel) : undefined));
        asked.catch(retry);
      }
      return () => set.delete(heard);
    },
    ready: () => asked,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await asked.catch(() => undefined);
      client?.release(true);
      client = undefined;
    },
  };
}
