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
  return new RunningNotifications(pool, log);
}

class RunningNotifications implements Notifications {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  #client: pg.PoolClient | undefined;
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pause = FIRST_PAUSE_MS;
  #stopped = false;
  /** Resolves when the channels asked for so far are listened to. */
  #asked: Promise<void> = Promise.resolve();

  constructor(pool: pg.Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  on(channel: string, heard: (payload: string) => void): () => void {
    const set = this.#listeners.get(channel) ?? new Set();
    const isNew = set.size === 0;
    this.#listeners.set(channel, set.add(heard));
    if (isNew) {
      this.#asked = this.#listenAfter(this.#asked, channel);
      this.#asked.catch(() => this.#retry());
    }
    return () => set.delete(heard);
  }

  ready(): Promise<void> {
    return this.#asked;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#asked.catch(() => undefined);
    this.#client?.release(true);
    this.#client = undefined;
  }

  async #listenAfter(before: Promise<void>, channel: string): Promise<void> {
    await before.catch(() => undefined);
    await this.#open();
    if (this.#client) await this.#listen(this.#client, channel);
  }

  #tell(channel: string, payload: string): void {
    for (const heard of this.#listeners.get(channel) ?? []) heard(payload);
  }

  #open(): Promise<void> {
    this.#opening ??= this.#connect().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #connect(): Promise<void> {
    if (this.#client) return;
    const opened = await this.#pool.connect();
    this.#client = opened;
    opened.on('error', (error) => this.#lose(opened, error));
    opened.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''));
    for (const channel of this.#listeners.keys()) await this.#listen(opened, channel);
    this.#pause = FIRST_PAUSE_MS;
  }

  async #listen(on: pg.PoolClient, channel: string): Promise<void> {
    try {
      await on.query(`LISTEN "${channel}"`);
    } catch (error) {
      this.#lose(on, error);
      throw error;
    }
  }

  #lose(lost: pg.PoolClient, error: unknown): void {
    if (this.#client !== lost) return;
    this.#client = undefined;
    lost.release(true);
    this.#log.warn({ err: messageOf(error) }, 'connection for notifications lost');
    this.#retry();
  }

  #retry(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#reopen(), this.#pause).unref();
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  async #reopen(): Promise<void> {
    try {
      await this.#open();
      for (const channel of this.#listeners.keys()) this.#tell(channel, '');
    } catch (error) {
      this.#log.warn({ err: messageOf(error) }, 'notifications wait for the database');
      this.#retry();
    }
  }
}
