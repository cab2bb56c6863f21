import type { SampleBlock } from '../../../platform/ingest.ts';

/** Closed span of sample times of one device, epoch milliseconds. */
export interface TouchedRange {
  device: number;
  from: number;
  to: number;
}

/** Ranges closer than this are computed as one; what lies between costs less than a second look. */
const JOIN_MS = 12 * 3_600_000;
/** Above this many ranges of one device they are joined to one. */
const RANGES_PER_DEVICE = 32;

/** Which times of which device were touched since the roll-ups ran last. */
export class DirtyRanges {
  #ranges = new Map<number, TouchedRange[]>();

  get size(): number {
    return this.#ranges.size;
  }

  /** Whether something was touched that is older than the time. */
  reachesBefore(time: number): boolean {
    for (const ranges of this.#ranges.values()) {
      if (ranges.some(({ from }) => from < time)) return true;
    }
    return false;
  }

  add(device: number, from: number, to: number): void {
    const known = this.#ranges.get(device);
    if (!known) {
      this.#ranges.set(device, [{ device, from, to }]);
      return;
    }
    const near = known.find((range) => from <= range.to + JOIN_MS && to >= range.from - JOIN_MS);
    if (near) {
      if (from < near.from) near.from = from;
      if (to > near.to) near.to = to;
    } else if (known.length < RANGES_PER_DEVICE) {
      known.push({ device, from, to });
    } else {
      const all = [...known, { device, from, to }];
      this.#ranges.set(device, [
        { device, from: Math.min(...all.map((one) => one.from)), to: Math.max(...all.map((one) => one.to)) },
      ]);
    }
  }

  /** Rows of one device stand together in a block, so the map is asked once a run of rows. */
  addBlock(block: SampleBlock): void {
    const { length, devices, times } = block;
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
      this.add(device, from, to);
      start = end;
    }
  }

  /** Hands over everything and starts empty. */
  take(): TouchedRange[] {
    const taken = [...this.#ranges.values()].flat();
    this.#ranges = new Map();
    return taken;
  }

  /** Takes back what could not be worked off. */
  giveBack(ranges: Iterable<TouchedRange>): void {
    for (const range of ranges) this.add(range.device, range.from, range.to);
  }
}
