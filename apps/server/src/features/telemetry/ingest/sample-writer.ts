import { ShareFullError } from '../../../platform/errors.ts';
import type { OpenBlock, SampleBlock } from '../../../platform/ingest.ts';
import { BYTES_PER_SAMPLE, type SampleColumns } from '../../../platform/sample-columns.ts';
import type { Batch } from './batch.ts';
import { createOldRoom, type OldRoom } from './old-room.ts';
import { createPartPace, monthsOf } from './part-pace.ts';
import { SampleLane, unavailable, type LaneParts, type WriterState } from './sample-lane.ts';

export type { WriterState };

/** Group commit: what arrives while an insert runs shares the next one. */
const IN_FLIGHT = 2;
/** Share of the memory that old samples may take. */
const SHARE_OF_OLD = 0.25;
/** How often it is looked which month it is. */
const LOOK_MS = 60_000;

export interface SampleWriter {
  /** The open block. Add to it and call its `commit` before the next await: it is closed at any time after. */
  open(): OpenBlock;
  /** Stores a block of its own, unless it was withdrawn by its turn; the block must not change until the promise settles. */
  submit(block: SampleBlock, withdrawn?: AbortSignal): Promise<void>;
  room(): Promise<void> | undefined;
  state(): Readonly<WriterState>;
  /** Writes what is open and ends; what cannot be written is rejected with `storeUnavailable`. */
  stop(): Promise<void>;
}

export interface WriterParts extends LaneParts {
  memoryBytes: number;
  /** Who pays for the samples of a device. */
  senderOf?: (deviceId: number) => string;
}

/** Collects samples into blocks and makes them durable; resolves a promise of a message only then. */
export function createSampleWriter(parts: WriterParts): SampleWriter {
  return new GroupCommit(parts);
}

/**
 * Samples of a month make a part of a table of their own in each insert, which is slow to write however few they are. Messages with old
 * samples therefore go in a lane of their own, which rests in proportion to its parts: nobody who reports the present waits for them.
 */
class GroupCommit implements SampleWriter {
  readonly #parts: WriterParts;
  readonly #recent: SampleLane;
  readonly #old: SampleLane;
  readonly #oldRoom: OldRoom;
  /** Epoch milliseconds: what was measured before is old. Told anew whenever a block is opened after a while. */
  #oldBefore = 0;
  #nextLook = 0;
  #roomier: PromiseWithResolvers<void> | undefined;
  readonly #state: WriterState = {
    waitingBytes: 0,
    inFlight: 0,
    storedSamples: 0,
    storedBlocks: 0,
    failure: undefined,
    failingSince: undefined,
  };

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#oldRoom = createOldRoom(parts.memoryBytes * SHARE_OF_OLD);
    const lane = { state: this.#state, released: () => this.#announceRoom() };
    const commit = (batch: Batch, messageBytes: number) => this.#commit(batch, messageBytes);
    this.#recent = new SampleLane(parts, { ...lane, inFlight: IN_FLIGHT, commit });
    const pace = createPartPace();
    this.#old = new SampleLane(parts, {
      ...lane,
      inFlight: 1,
      commit: ({ stored }) => stored,
      restMs: (block) => pace.spend(monthsOf(block)),
    });
    this.#look();
  }

  open(): OpenBlock {
    const open = this.#recent.open();
    if (open.length === 0) this.#look();
    return open;
  }

  async submit(block: SampleBlock, withdrawn?: AbortSignal): Promise<void> {
    if (block.length === 0) return undefined;
    this.#look();
    if (!reachesBefore(block, 0, this.#oldBefore)) return this.#recent.submit(block, withdrawn);
    const held = await this.#oldRoom.wait(this.#senderOf(block), block.length * BYTES_PER_SAMPLE);
    return this.#old.submit(block, withdrawn).finally(held.release);
  }

  room(): Promise<void> | undefined {
    if (this.#waitingBytes() < this.#parts.memoryBytes) return undefined;
    this.#roomier ??= Promise.withResolvers<void>();
    return this.#roomier.promise;
  }

  state(): Readonly<WriterState> {
    return { ...this.#state, waitingBytes: this.#waitingBytes() };
  }

  async stop(): Promise<void> {
    await Promise.all([this.#recent.stop(), this.#old.stop()]);
  }

  /** The rows that no commit has had yet are a message. One with old samples leaves the block as a whole. */
  #commit(batch: Batch, messageBytes: number): Promise<void> {
    const { columns, committed } = batch;
    if (!reachesBefore(columns, committed, this.#oldBefore)) {
      batch.committed = columns.length;
      return batch.stored;
    }
    const message = rowsFrom(columns, committed);
    const bytes = Math.max(message.length * BYTES_PER_SAMPLE, messageBytes);
    const held = this.#oldRoom.take(this.#senderOf(message), bytes);
    const stored = held && this.#old.append(message).finally(held.release);
    columns.truncate(committed);
    return stored ?? Promise.reject(unavailable('too many old samples wait', ShareFullError));
  }

  #senderOf({ devices }: SampleBlock): string {
    return this.#parts.senderOf?.(devices[0]!) ?? '';
  }

  /** What was measured in this month or the one before is not old. */
  #look(): void {
    const now = this.#parts.now();
    if (now < this.#nextLook) return;
    const date = new Date(now);
    this.#oldBefore = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1);
    this.#nextLook = now + LOOK_MS;
  }

  #waitingBytes(): number {
    return this.#recent.waitingBytes + this.#old.waitingBytes;
  }

  #announceRoom(): void {
    if (!this.#roomier || this.#waitingBytes() > this.#parts.memoryBytes * 0.75) return;
    this.#roomier.resolve();
    this.#roomier = undefined;
  }
}

/** Whether a sample from a row on was measured before a time. */
function reachesBefore({ times, length }: SampleBlock, from: number, before: number): boolean {
  for (let row = from; row < length; row += 1) if (times[row]! < before) return true;
  return false;
}

/** A view of the rows from one on; valid as long as the columns do not change. */
function rowsFrom({ length, devices, points, times, values }: SampleColumns, from: number): SampleBlock {
  return {
    length: length - from,
    devices: devices.subarray(from, length),
    points: points.subarray(from, length),
    times: times.subarray(from, length),
    values: values.subarray(from, length),
  };
}
