import type { Word } from './fault-words.ts';

/** Words that may wait: of one owner, and of all. What comes beyond is thinned to the newest of each device. */
interface QueueBounds {
  each: number;
  inAll: number;
}

const BOUNDS: QueueBounds = { each: 300_000, inAll: 1_500_000 };
/** While all together are too many, whoever has more waiting than this is thinned. */
const SMALL = 20_000;

/** What a device told about its faults in one block. Times are epoch milliseconds. */
export interface ToldWords {
  deviceId: number;
  words: readonly Word[];
  arrivedAt: number;
  /** The storing of the block began then or later. */
  since: number;
}

/** What the devices of one owner told, oldest first. */
interface Lane {
  told: Set<ToldWords>;
  /** What found no room, the newest word of each kind, by device. */
  newest: Map<number, ToldWords>;
  words: number;
}

/**
 * What devices told about their faults and nothing was decided over yet. A device may tell something else a million times in a minute, and
 * each is some work, so owners take turns.
 */
export class FaultQueue {
  readonly #bounds: QueueBounds;
  /** In the order of their turns. */
  readonly #lanes = new Map<string, Lane>();
  /** How many entries of a device wait. */
  readonly #waiting = new Map<number, number>();
  #words = 0;

  constructor(bounds: QueueBounds = BOUNDS) {
    this.#bounds = bounds;
  }

  /** Words that wait. */
  get size(): number {
    return this.#words;
  }

  /** Whether words of a device wait, so that what it tells now must wait behind them. */
  has(deviceId: number): boolean {
    return this.#waiting.has(deviceId);
  }

  /** Since when stored blocks are not decided over; Infinity where nothing waits. */
  get since(): number {
    let since = Number.POSITIVE_INFINITY;
    for (const { told, newest } of this.#lanes.values()) {
      since = Math.min(since, firstOf(told)?.since ?? since);
      for (const one of newest.values()) since = Math.min(since, one.since);
    }
    return since;
  }

  add(owner: string, told: ToldWords): void {
    const lane = this.#lanes.get(owner) ?? { told: new Set(), newest: new Map(), words: 0 };
    this.#lanes.set(owner, lane);
    const waits = lane.words + told.words.length;
    const isFull = waits > this.#bounds.each || (this.#words > this.#bounds.inAll && waits > SMALL);
    if (isFull) return this.#thin(lane, told);
    lane.told.add(told);
    this.#count(lane, told, 1);
    return undefined;
  }

  /** What waits longest of the owner whose turn it is; it waits on until it is `done`. */
  next(): { owner: string; told: ToldWords } | undefined {
    for (const [owner, lane] of this.#lanes) {
      this.#lanes.delete(owner);
      const told = firstOf(lane.told) ?? firstOf(lane.newest.values());
      if (!told) continue;
      this.#lanes.set(owner, lane);
      return { owner, told };
    }
    return undefined;
  }

  done(owner: string, told: ToldWords): void {
    const lane = this.#lanes.get(owner);
    if (!lane) return;
    if (!lane.told.delete(told)) {
      if (lane.newest.get(told.deviceId) !== told) return;
      lane.newest.delete(told.deviceId);
    }
    this.#count(lane, told, -1);
  }

  #thin(lane: Lane, told: ToldWords): void {
    const before = lane.newest.get(told.deviceId);
    if (before) this.#count(lane, before, -1);
    const words = newestOf([...(before?.words ?? []), ...newestOf(told.words)]);
    const thinned = { ...told, words, since: before?.since ?? told.since };
    lane.newest.set(told.deviceId, thinned);
    this.#count(lane, thinned, 1);
  }

  #count(lane: Lane, { deviceId, words }: ToldWords, step: 1 | -1): void {
    lane.words += step * words.length;
    this.#words += step * words.length;
    const count = (this.#waiting.get(deviceId) ?? 0) + step;
    if (count > 0) this.#waiting.set(deviceId, count);
    else this.#waiting.delete(deviceId);
  }
}

function firstOf<Value>(all: Iterable<Value>): Value | undefined {
  for (const one of all) return one;
  return undefined;
}

/** The newest word of each kind. */
function newestOf(words: readonly Word[]): Word[] {
  const newest = new Map<number, Word>();
  for (const word of words) {
    const known = newest.get(word.slot);
    if (!known || word.time >= known.time) newest.set(word.slot, word);
  }
  return [...newest.values()];
}
