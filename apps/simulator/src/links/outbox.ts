import { setTimeout as wait } from 'node:timers/promises';
import type { Reading } from '../station/reading.ts';
import { UplinkError, type Uplink } from './uplink.ts';

export interface OutboxOptions<Message> {
  uplink: Uplink<Message>;
  /** Makes the message of a reading, as soon as it is measured: what waits is small. */
  pack(reading: Reading): Message;
  /** Most readings in one message. */
  batch: number;
  /** Readings kept while the platform cannot be reached; the oldest go first, as in a real logger's memory. */
  capacity: number;
  /** ms before the next try after a failure. */
  retryMs: number;
  /** Told once of each new reason why sending fails. */
  onProblem(message: string): void;
}

/** What a device has measured and not yet delivered. Keeps the order, sends in batches, waits for each acknowledgement. */
export interface Outbox {
  add(reading: Reading): void;
  /** Resolves when at most `count` readings wait. */
  below(count: number): Promise<void>;
  /** Readings that wait. */
  readonly waiting: number;
  /** Cuts the line: nothing is sent, what is added waits. */
  cut(): void;
  /** Mends it again. */
  mend(): void;
  readonly isCut: boolean;
  /** Sends only when so many readings wait: 1 live, more where the past is sent in large pieces. */
  atLeast: number;
  close(): Promise<void>;
}

export function createOutbox<Message>(options: OutboxOptions<Message>): Outbox {
  return new RunningOutbox(options);
}

class RunningOutbox<Message> implements Outbox {
  readonly #options: OutboxOptions<Message>;
  readonly #queue: Message[] = [];
  /** Messages of the batch on its way that the queue has dropped since. */
  #forgotten = 0;
  #waiters: { count: number; done(): void }[] = [];
  #sending = false;
  #isCut = false;
  #atLeast = 1;
  #problem = '';
  readonly #closed = new AbortController();

  constructor(options: OutboxOptions<Message>) {
    this.#options = options;
  }

  add(reading: Reading): void {
    if (this.#queue.length >= this.#options.capacity) {
      this.#queue.shift();
      this.#forgotten += 1;
    }
    this.#queue.push(this.#options.pack(reading));
    void this.#run();
  }

  async below(count: number): Promise<void> {
    if (this.#queue.length <= count || this.#closed.signal.aborted) return;
    await new Promise<void>((done) => this.#waiters.push({ count, done }));
  }

  get waiting(): number {
    return this.#queue.length;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    void this.#options.uplink.close();
  }

  mend(): void {
    if (!this.#isCut) return;
    this.#isCut = false;
    void this.#run();
  }

  get atLeast(): number {
    return this.#atLeast;
  }

  set atLeast(count: number) {
    this.#atLeast = Math.max(1, count);
    void this.#run();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    for (const { done } of this.#waiters) done();
    await this.#options.uplink.close();
  }

  async #run(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    while (this.#mayRun()) await this.#sendBatch();
    this.#sending = false;
  }

  #mayRun(): boolean {
    return this.#queue.length >= this.#atLeast && !this.#isCut && !this.#closed.signal.aborted;
  }

  async #sendBatch(): Promise<void> {
    const batch = this.#queue.slice(0, this.#options.batch);
    this.#forgotten = 0;
    const failure = await this.#trySend(batch);
    if (failure === 'unreachable') {
      await wait(this.#options.retryMs, undefined, { signal: this.#closed.signal }).catch(() => {});
      return;
    }
    // What was too much has been taken off the front meanwhile.
    this.#queue.splice(0, Math.max(0, batch.length - this.#forgotten));
    this.#settle();
  }

  /** Answers what kept the batch from being taken. What the platform refuses is not sent again. */
  async #trySend(batch: readonly Message[]): Promise<UplinkError['failure'] | undefined> {
    try {
      await this.#options.uplink.send(batch);
      this.#problem = '';
      return undefined;
    } catch (error) {
      const { failure, message } =
        error instanceof UplinkError ? error : new UplinkError('unreachable', String(error));
      if (message !== this.#problem) this.#options.onProblem((this.#problem = message));
      return failure;
    }
  }

  #settle(): void {
    const waiting = this.#queue.length;
    const met = this.#waiters.filter(({ count }) => waiting <= count);
    this.#waiters = this.#waiters.filter(({ count }) => waiting > count);
    for (const { done } of met) done();
  }
}
