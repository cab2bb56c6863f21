import { AppError, messageOf } from '../../../platform/errors.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';
import { BYTES_PER_SAMPLE } from '../../../platform/sample-columns.ts';
import { createBatch, type Batch } from './batch.ts';

/**
 * Rows worth an insert at once when none runs, and when one does. Large blocks save work twice: a part less to write, and
 * one merge less later (blocks of 262,144 rows cost half the processor time a row that blocks of 65,536 do).
 */
const ROWS_WHEN_IDLE = 65_536;
const ROWS_WHEN_BUSY = 262_144;
/** A block is closed at this many rows at the latest. */
const MOST_ROWS = 524_288;
/** A submitted block of this size or more is not copied into the open one. */
const ROWS_OF_ITS_OWN = 131_072;
const LINGER_MS = 200;
/**
 * Rows worth an insert when none runs and none has come for a moment: whoever sent them waits for the acknowledgement before the next, so
 * that waiting for company would only be waiting.
 */
const ROWS_WHEN_QUIET = 4096;
const QUIET_MS = 25;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

export interface WriterState {
  /** Bytes of samples that are not durable yet. */
  waitingBytes: number;
  inFlight: number;
  /** Since the start. */
  storedSamples: number;
  storedBlocks: number;
  /** Reason of the newest failed insert that was not followed by a good one. */
  failure: string | undefined;
  /** Epoch milliseconds since when inserts fail. */
  failingSince: number | undefined;
}

export interface LaneParts {
  /** Makes a block durable, or rejects. Called again with the same block until it succeeds. */
  store(block: SampleBlock): Promise<void>;
  /** Called with each durable block, which is valid during the call only. */
  stored(block: SampleBlock): void;
  failed(error: unknown): void;
  now(): number;
  /** Milliseconds the first sample of a block waits for company. */
  lingerMs?: number | undefined;
}

interface LaneOptions {
  /** Inserts that run at the same time. */
  inFlight: number;
  /** What the lanes of a writer have done together. */
  state: WriterState;
  /** Called when memory was given back. */
  released: () => void;
  /** Ends a message in the open block. */
  commit: (batch: Batch, messageBytes: number) => Promise<void>;
  /** Milliseconds that the lane rests when a block was stored. */
  restMs?: (block: SampleBlock) => number;
}

/** Blocks of samples in line for the store: one is open, the others are closed, and a few of them are being stored. */
export class SampleLane {
  readonly #parts: LaneParts;
  readonly #options: LaneOptions;
  readonly #state: WriterState;
  readonly #queue: Batch[] = [];
  readonly #spares: Batch['columns'][] = [];
  #open: Batch;
  #timer: NodeJS.Timeout | undefined;
  #overdue = false;
  /** When the first sample came into the open block, on the clock of `performance`. */
  #openedAt = 0;
  /** Rows of the open block at the last look. */
  #seen = 0;
  #queuedBytes = 0;
  #inFlight = 0;
  #resting: NodeJS.Timeout | undefined;
  readonly #stopping = Promise.withResolvers<void>();
  #stopped = false;
  #idle: PromiseWithResolvers<void> | undefined;

  constructor(parts: LaneParts, options: LaneOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#state = options.state;
    this.#open = createBatch(options.commit);
  }

  get waitingBytes(): number {
    return this.#queuedBytes + this.#open.columns.length * BYTES_PER_SAMPLE;
  }

  open(): Batch {
    const { length } = this.#open.columns;
    if (length >= MOST_ROWS) this.#close();
    else if (length >= ROWS_WHEN_IDLE) this.#pump();
    // A block that fell due before anything came into it begins to wait again; nobody else would look at it.
    const isDue = this.#overdue && this.#open.columns.length > 0;
    if (!this.#timer && !isDue) this.#begin();
    return this.#open;
  }

  /**
   * Copies a small block into the open one; a large one, and one that may be withdrawn until its turn comes, must not change until the promise
   * settles.
   */
  submit(block: SampleBlock, withdrawn?: AbortSignal): Promise<void> {
    if (block.length < ROWS_OF_ITS_OWN && !withdrawn) return this.append(block);
    const batch = createBatch(this.#options.commit, { block, withdrawn });
    this.#enqueue(batch);
    return batch.stored;
  }

  /** Copies a block into the open one. */
  append(block: SampleBlock): Promise<void> {
    const open = this.open();
    open.columns.append(block);
    open.committed = open.length;
    return open.stored;
  }

  /** Writes what is open and ends; what cannot be written is rejected with `storeUnavailable`. */
  async stop(): Promise<void> {
    this.#close();
    // An insert that fails from now on is given up instead of tried again.
    this.#stopped = true;
    this.#stopping.resolve();
    clearTimeout(this.#resting);
    this.#resting = undefined;
    this.#pump();
    if (this.#inFlight > 0) {
      this.#idle = Promise.withResolvers<void>();
      await this.#idle.promise;
    }
  }

  #begin(): void {
    this.#overdue = false;
    this.#openedAt = performance.now();
    this.#seen = 0;
    this.#timer = setTimeout(this.#look, Math.min(QUIET_MS, this.#linger));
  }

  /** Looks again and again at a block of some size, because it may be worth an insert any moment; a small one waits out its time. */
  readonly #look = (): void => {
    const { length } = this.#open.columns;
    const left = this.#openedAt + this.#linger - performance.now();
    const isQuiet = length === this.#seen && length >= ROWS_WHEN_QUIET && this.#inFlight === 0;
    this.#seen = length;
    this.#overdue = isQuiet || left <= 1;
    const next = length < ROWS_WHEN_QUIET ? left : Math.min(QUIET_MS, left);
    this.#timer = this.#overdue ? undefined : setTimeout(this.#look, next);
    this.#pump();
  };

  get #linger(): number {
    return this.#parts.lingerMs ?? LINGER_MS;
  }

  /** Closes the open block and puts it in line. */
  #close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#overdue = false;
    if (this.#open.columns.length === 0) return;
    const batch = this.#open;
    this.#open = createBatch(this.#options.commit, { spare: this.#spares.pop() });
    this.#enqueue(batch);
  }

  #enqueue(batch: Batch): void {
    this.#queuedBytes += batch.length * BYTES_PER_SAMPLE;
    this.#queue.push(batch);
    this.#pump();
  }

  #pump(): void {
    while (this.#inFlight < this.#options.inFlight && !this.#resting) {
      const batch = this.#queue.shift();
      if (batch) void this.#write(batch);
      else if (this.#worthAnInsert()) this.#close();
      else return;
    }
  }

  #worthAnInsert(): boolean {
    const { length } = this.#open.columns;
    const enough = this.#inFlight === 0 ? ROWS_WHEN_IDLE : ROWS_WHEN_BUSY;
    return length > 0 && (this.#overdue || length >= enough);
  }

  async #write(batch: Batch): Promise<void> {
    const { length } = batch;
    this.#count(1);
    try {
      await this.#storeStubbornly(batch);
      this.#state.storedSamples += length;
      this.#state.storedBlocks += 1;
      batch.resolve();
      this.#parts.stored(batch.block);
      this.#rest(batch.block);
    } catch (error) {
      batch.reject(error);
    }
    if (batch.recyclable && this.#spares.length <= this.#options.inFlight) {
      batch.columns.truncate(0);
      this.#spares.push(batch.columns);
    }
    this.#count(-1);
    this.#queuedBytes -= length * BYTES_PER_SAMPLE;
    this.#options.released();
    this.#pump();
    if (this.#inFlight === 0) this.#idle?.resolve();
  }

  #count(step: 1 | -1): void {
    this.#inFlight += step;
    this.#state.inFlight += step;
  }

  #rest(block: SampleBlock): void {
    const ms = this.#stopped ? 0 : (this.#options.restMs?.(block) ?? 0);
    if (ms <= 0) return;
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.#pump();
    }, ms);
  }

  /** Tries until it works: as long as nothing is acknowledged the devices wait and nothing is lost. */
  async #storeStubbornly(batch: Batch): Promise<void> {
    for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, LONGEST_RETRY_MS)) {
      batch.withdrawn?.throwIfAborted();
      try {
        await this.#parts.store(batch.block);
        this.#state.failure = undefined;
        this.#state.failingSince = undefined;
        return;
      } catch (error) {
        this.#state.failure = reasonOf(error);
        this.#state.failingSince ??= this.#parts.now();
        this.#parts.failed(error);
        if (!this.#stopped) await pauseOr(pause, this.#stopping.promise);
        if (this.#stopped) throw unavailable(this.#state.failure);
      }
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof AppError ? String(error.values.reason ?? error.key) : messageOf(error);
}

export function unavailable(reason: string, As: typeof AppError = AppError): AppError {
  return new As('storeUnavailable', { store: 'ClickHouse', reason });
}

async function pauseOr(milliseconds: number, end: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([pause, end]);
  clearTimeout(timer);
}
