import { messageOf } from '../errors.ts';
import { every } from '../jobs/every.ts';
import type { Logger } from '../log.ts';
import type { Db } from '../postgres/client.ts';
import type { Ownership } from './ownership.ts';
import { endLife, isUnfair, renewLease, takePartitions } from './take-partitions.ts';

/** How often a server says that it is alive and looks whether its share is fair. */
const BEAT_MS = 1000;
/** After a life that did not begin, or that ended soon after it began. */
const RETRY_MS = 2000;

/** What works on the partitions of one life. */
export interface Life {
  /** Writes what it can and ends. */
  stop(): Promise<void>;
}

export interface LivesParts {
  db: Db;
  log: Logger;
  /** What people know the server by. */
  server: string;
  /** Nobody else works on the database. */
  isSole: boolean;
  /**
   * Begins to work on what is owned. `end` ends this life and begins the next. `unheardSince`: what was stored since then (epoch milliseconds) may
   * have had no effect.
   */
  begin(ownership: Ownership, end: (unheardSince?: number) => void): Promise<Life>;
}

/** The work of one server, life after life: each has a fixed set of partitions, and begins from what the stores hold. */
export interface Lives {
  /** How many partitions are owned now. */
  readonly owned: number;
  /** Why no life works now; undefined while one does. */
  readonly trouble: string | undefined;
  stop(): Promise<void>;
}

/** Begins the first life. Resolves when it works. */
export async function openLives(parts: LivesParts): Promise<Lives> {
  const lives = new RunningLives(parts);
  await lives.start();
  return lives;
}

class RunningLives implements Lives {
  readonly #parts: LivesParts;
  #ownership: Ownership | undefined;
  #life: Life | undefined;
  #changing: Promise<void> = Promise.resolve();
  #isChanging = false;
  #isStopped = false;
  /** The life is to end, as soon as it may. */
  #isOver = false;
  #trouble: string | undefined;
  #unheardSince: number | undefined;
  #beginAfter = 0;
  #beating: { stop(): Promise<void> } | undefined;

  constructor(parts: LivesParts) {
    this.#parts = parts;
  }

  get owned(): number {
    return this.#ownership?.partitions.size ?? 0;
  }

  get trouble(): string | undefined {
    return this.#trouble;
  }

  async start(): Promise<void> {
    await this.#begin();
    if (this.#parts.isSole) return;
    this.#beating = every(BEAT_MS, () => this.#beat(), { log: this.#parts.log, name: 'lease of partitions' });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#changing;
    await this.#endLife();
    await this.#beating?.stop();
    const { db } = this.#parts;
    if (this.#ownership) await endLife(db, this.#ownership.id).catch(() => undefined);
  }

  async #beat(): Promise<void> {
    const { db, log } = this.#parts;
    const ownership = this.#ownership;
    const stands = ownership !== undefined && (await renewLease(db, ownership.id));
    if (this.#isChanging || this.#isStopped) return;
    if (!stands) {
      log.warn('other servers have taken the devices of this one');
      this.#change();
    } else if (this.#isOver || this.#life === undefined || (await isUnfair(db, ownership))) this.#change();
  }

  /** Ends this life and begins the next; not soon after the last time, whatever calls for it. */
  #change(): void {
    if (this.#isChanging || this.#isStopped || performance.now() < this.#beginAfter) return;
    this.#isChanging = true;
    this.#changing = this.#renew().finally(() => (this.#isChanging = false));
  }

  async #renew(): Promise<void> {
    this.#beginAfter = performance.now() + RETRY_MS;
    await this.#endLife();
    if (this.#isStopped) return;
    try {
      await this.#begin();
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = messageOf(error);
      this.#parts.log.warn({ err: this.#trouble }, 'work on devices does not begin, tried again');
    }
  }

  async #begin(): Promise<void> {
    const { db, log, server, isSole, begin } = this.#parts;
    const unheardSince = this.#unheardSince;
    const ownership = await takePartitions(db, {
      server,
      isSole,
      previous: this.#ownership?.id,
      unheardSince,
    });
    this.#ownership = ownership;
    this.#unheardSince = undefined;
    this.#isOver = false;
    if (!isSole) log.info({ partitions: ownership.partitions.size }, 'decides over its part of the devices');
    const life: Life = await begin(ownership, (since) => {
      if (since !== undefined) this.#unheardSince = Math.min(since, this.#unheardSince ?? since);
      if (this.#ownership?.id !== ownership.id) return;
      this.#isOver = true;
      this.#change();
    });
    this.#life = life;
  }

  async #endLife(): Promise<void> {
    const life = this.#life;
    this.#life = undefined;
    await life?.stop();
  }
}
