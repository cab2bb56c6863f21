import type { SampleBlock } from '../../../platform/ingest.ts';
import { DirtyRanges, JOIN_MS, type TouchedRange } from './dirty-ranges.ts';
import { planBatches } from './plan-batches.ts';

/** Touched times older than this are late. */
const LATE_MS = 3_600_000;
/** Devices of one organisation whose recent times are computed in one go. */
const RECENT_AT_ONCE = 5000;
const DAY_MS = 86_400_000;
/** Of what came late this is computed before anything older: a local day begins no longer ago, and people look at today first. */
const NEWEST_MS = 2 * DAY_MS;
/** A device is behind when more than this of its last day came late and is not computed yet. */
const BEHIND_MS = 3_600_000;

/** Ranges to be worked off. */
export interface OwedBatch {
  ranges: TouchedRange[];
  /** Nothing of it was stored before this, epoch milliseconds. */
  since: number;
  /** More of the kind waits. */
  more?: boolean;
}

/** What was touched and not taken yet, and since when. */
interface Pile {
  ranges: DirtyRanges;
  since: number;
}

/** What is owed to one organisation. */
interface Lane {
  recent: Pile;
  late: Pile;
  /** Late ranges that lie close together, one batch for each turn. What is touched meanwhile waits until all of them had theirs. */
  planned: TouchedRange[][];
  plannedSince: number;
}

interface Parts {
  /** Who owns a device; all devices that nobody owns share one turn. */
  ownerOf: (device: number) => number | null;
  /** Whether a device reports rarely. */
  slow: (device: number) => boolean;
  now: () => number;
}

const newPile = (): Pile => ({ ranges: new DirtyRanges(), since: Number.POSITIVE_INFINITY });

/**
 * What roll-ups owe, by organisation. Recent times of all devices lie close together and are cheap. Late ones can be scattered over years, so
 * organisations take turns with them, a batch each, and nobody waits for all that somebody else has sent.
 */
export class OwedRanges {
  readonly #parts: Parts;
  readonly #lanes = new Map<number | null, Lane>();
  /** The batches of this turn of all organisations that are still to be done. */
  #turn: OwedBatch[] = [];
  /** Of the ranges that are planned or under way those for which their devices are behind. */
  readonly #behind = new Map<number, Set<TouchedRange>>();
  /** What is added from now on was stored later than this. */
  #mark = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Devices with something touched, and ranges that are planned. */
  get size(): number {
    let size = 0;
    for (const { ranges } of this.#turn) size += ranges.length;
    for (const { recent, late, planned } of this.#lanes.values()) {
      size += recent.ranges.size + late.ranges.size;
      for (const batch of planned) size += batch.length;
    }
    return size;
  }

  get hasRecent(): boolean {
    return this.#some(({ recent }) => recent.ranges.size > 0);
  }

  get hasLate(): boolean {
    return this.hasPlanned || this.#some(({ late }) => late.ranges.size > 0);
  }

  /** Whether something late is left of what was planned. */
  get hasPlanned(): boolean {
    return this.#turn.length > 0 || this.#some(({ planned }) => planned.length > 0);
  }

  /** Whether so much of the last day of a device is not computed yet that its energies say little. */
  isBehind(device: number): boolean {
    if (this.#behind.has(device)) return true;
    const waiting = this.#lanes.get(this.#parts.ownerOf(device))?.late.ranges.of(device) ?? [];
    return waiting.some((range) => this.#isLong(range));
  }

  /** Hears that a batch was computed, or is given up. */
  done({ ranges }: OwedBatch): void {
    for (const range of ranges) {
      const behind = this.#behind.get(range.device);
      if (behind?.delete(range) && behind.size === 0) this.#behind.delete(range.device);
    }
  }

  /** Says that whatever is added from now on was stored at this time or later. */
  mark(storedUntil: number): void {
    this.#mark = storedUntil;
  }

  /** Up to when all that was stored has been taken, if it was up to `storedUntil` that all was added. */
  takenUntil(storedUntil: number): number {
    let until = storedUntil;
    for (const { since } of this.#turn) until = Math.min(until, since);
    for (const { recent, late, plannedSince } of this.#lanes.values())
      until = Math.min(until, recent.since, late.since, plannedSince);
    return until;
  }

  /** Rows of one device stand together in a block, so maps are asked once a run of rows. */
  addBlock(block: SampleBlock): void {
    const { length, devices, times } = block;
    const recentFrom = this.#parts.now() - LATE_MS;
    let start = 0;
    while (start < length) {
      const device = devices[start] ?? 0;
      let from = times[start] ?? 0;
      let to = from;
      let end = start + 1;
      for (; end < length && devices[end] === device; end += 1) {
        const time = times[end] ?? 0;
        if (time > to + JOIN_MS || time < from - JOIN_MS) break;
        if (time < from) from = time;
        else if (time > to) to = time;
      }
      this.#add({ device, from, to }, recentFrom, this.#mark);
      start = end;
    }
  }

  /** Takes ranges that nobody announced, or that could not be worked off. */
  add({ ranges, since = this.#mark }: { ranges: Iterable<TouchedRange>; since?: number }): void {
    const recentFrom = this.#parts.now() - LATE_MS;
    for (const range of ranges) this.#add(range, recentFrom, since);
  }

  /** Recent times of all organisations, of each as many devices as are computed in one go. */
  takeRecent(): OwedBatch {
    const ranges: TouchedRange[] = [];
    let since = Number.POSITIVE_INFINITY;
    for (const { recent } of this.#lanes.values()) {
      since = Math.min(since, recent.since);
      for (const range of recent.ranges.take(RECENT_AT_ONCE)) ranges.push(range);
      if (recent.ranges.size === 0) recent.since = Number.POSITIVE_INFINITY;
    }
    return { ranges, since, more: this.hasRecent };
  }

  /**
   * Makes batches of what was touched late, of organisations that have none left. Others wait until theirs are done, so that what is touched
   * again and again is computed once.
   */
  planLate(): void {
    for (const lane of this.#lanes.values()) {
      if (lane.planned.length > 0 || lane.late.ranges.size === 0) continue;
      const { newest, older } = cutAt(this.#parts.now() - NEWEST_MS, lane.late.ranges.take());
      const batches = [newest, older].flatMap((ranges) => planBatches(ranges, this.#parts.slow));
      // The last one is taken first.
      lane.planned = batches.toReversed();
      for (const batch of lane.planned) this.#follow(batch);
      lane.plannedSince = lane.late.since;
      lane.late.since = Number.POSITIVE_INFINITY;
    }
  }

  /** The next batch of late times that were planned. */
  takeLate(): OwedBatch | undefined {
    if (this.#turn.length === 0) this.#beginTurn();
    return this.#turn.shift();
  }

  #add({ device, from, to }: TouchedRange, recentFrom: number, since: number): void {
    const lane = this.#laneOf(device);
    const pile = from >= recentFrom ? lane.recent : lane.late;
    pile.ranges.add(device, from, to);
    if (since < pile.since) pile.since = since;
  }

  #follow(ranges: readonly TouchedRange[]): void {
    for (const range of ranges) {
      if (!this.#isLong(range)) continue;
      const behind = this.#behind.get(range.device) ?? new Set();
      this.#behind.set(range.device, behind.add(range));
    }
  }

  #isLong({ from, to }: TouchedRange): boolean {
    const now = this.#parts.now();
    return Math.min(to, now) - Math.max(from, now - DAY_MS) > BEHIND_MS;
  }

  #laneOf(device: number): Lane {
    const owner = this.#parts.ownerOf(device);
    const known = this.#lanes.get(owner);
    if (known) return known;
    const plannedSince = Number.POSITIVE_INFINITY;
    const lane: Lane = { recent: newPile(), late: newPile(), planned: [], plannedSince };
    this.#lanes.set(owner, lane);
    return lane;
  }

  /** One planned batch of each organisation. What lies close together is read together, so that small organisations cost no batch each. */
  #beginTurn(): void {
    const ranges: TouchedRange[] = [];
    let since = Number.POSITIVE_INFINITY;
    for (const [owner, lane] of this.#lanes) {
      for (const range of lane.planned.pop() ?? []) ranges.push(range);
      since = Math.min(since, lane.plannedSince);
      if (lane.planned.length > 0) continue;
      lane.plannedSince = Number.POSITIVE_INFINITY;
      if (lane.recent.ranges.size + lane.late.ranges.size === 0) this.#lanes.delete(owner);
    }
    const batches = planBatches(ranges, this.#parts.slow);
    this.done({ ranges, since });
    for (const batch of batches) this.#follow(batch);
    this.#turn = batches.map((batch) => ({ ranges: batch, since }));
  }

  #some(owes: (lane: Lane) => boolean): boolean {
    for (const lane of this.#lanes.values()) if (owes(lane)) return true;
    return false;
  }
}

/** Ranges before and after a time; one that lies over it is cut. */
function cutAt(time: number, ranges: readonly TouchedRange[]) {
  const newest: TouchedRange[] = [];
  const older: TouchedRange[] = [];
  for (const range of ranges) {
    if (range.to > time) newest.push({ ...range, from: Math.max(range.from, time) });
    if (range.from <= time) older.push({ ...range, to: Math.min(range.to, time) });
  }
  return { newest, older };
}
