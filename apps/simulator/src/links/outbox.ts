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
  const { uplink } = options;
  const queue: Message[] = [];
  /** Messages of the batch on its way that the queue has dropped since. */
  let forgotten = 0;
  let waiters: { count: number; done(): void }[] = [];
  let sending = false;
  let isCut = false;
  let atLeast = 1;
  let problem = '';
  const closed = new AbortController();

  function settle(): void {
    const met = waiters.filter(({ count }) => queue.length <= count);
    waiters = waiters.filter(({ count }) => queue.length > count);
    for (const { done } of met) done();
  }

  async function sendBatch(): Promise<void> {
    const batch = queue.slice(0, options.batch);
    forgotten = 0;
    try {
      await uplink.send(batch);
      problem = '';
    } catch (error) {
      const failure = error instanceof UplinkError ? error : new UplinkError('unreachable', String(error));
      if (failure.message !== problem) options.onProblem((problem = failure.message));
      if (failure.failure === 'unreachable') {
        await wait(options.retryMs, undefined, { signal: closed.signal }).catch(() => {});
        return;
      }
    }
    // What was too much has been taken off the front meanwhile.
    queue.splice(0, Math.max(0, batch.length - forgotten));
    settle();
  }

  const mayRun = () => queue.length >= atLeast && !isCut && !closed.signal.aborted;

  async function run(): Promise<void> {
    if (sending) return;
    sending = true;
    while (mayRun()) await sendBatch();
    sending = false;
  }

  return {
    add(reading) {
      if (queue.length >= options.capacity) {
        queue.shift();
        forgotten += 1;
      }
      queue.push(options.pack(reading));
      void run();
    },
    below: (count) =>
      queue.length <= count || closed.signal.aborted
        ? Promise.resolve()
        : new Promise((done) => waiters.push({ count, done })),
    get waiting() {
      return queue.length;
    },
    get isCut() {
      return isCut;
    },
    cut() {
      if (isCut) return;
      isCut = true;
      void uplink.close();
    },
    mend() {
      if (!isCut) return;
      isCut = false;
      void run();
    },
    get atLeast() {
      return atLeast;
    },
    set atLeast(count) {
      atLeast = Math.max(1, count);
      void run();
    },
    async close() {
      closed.abort();
      for (const { done } of waiters) done();
      await uplink.close();
    },
  };
}
