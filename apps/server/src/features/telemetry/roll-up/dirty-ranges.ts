/** Closed span of sample times of one device, epoch milliseconds. */
export interface TouchedRange {
  device: number;
  from: number;
  to: number;
}

/** Ranges closer than this are computed as one; what lies between costs less than a second look. */
export const JOIN_MS = 12 * 3_600_000;
/** Above this many ranges of one device the closest ones are joined. */
const RANGES_PER_DEVICE = 32;
/** From so many ranges on, of all devices together, a device has few. */
const MANY_RANGES = 100_000;
const RANGES_OF_MANY = 4;

/** Which times of which device were touched. Bounded by the number of devices, however scattered the times are. */
export class DirtyRanges {
  /** A device has nearly always one range. */
  #ranges = new Map<number, TouchedRange | TouchedRange[]>();
  #count = 0;

  /** Devices. */
  get size(): number {
    return this.#ranges.size;
  }

  add(device: number, from: number, to: number): void {
    const found = this.#ranges.get(device);
    if (!found) {
      this.#ranges.set(device, { device, from, to });
      this.#count += 1;
      return;
    }
    const known = Array.isArray(found) ? found : [found];
    const near = known.find((range) => from <= range.to + JOIN_MS && to >= range.from - JOIN_MS);
    if (near) {
      if (from < near.from) near.from = from;
      if (to > near.to) near.to = to;
    } else if (known.length < (this.#count < MANY_RANGES ? RANGES_PER_DEVICE : RANGES_OF_MANY)) {
      this.#ranges.set(device, [...known, { device, from, to }]);
      this.#count += 1;
    } else {
      this.#ranges.set(device, joinClosest([...known, { device, from, to }]));
    }
  }

  /** What was touched of a device and not handed over yet. */
  of(device: number): readonly TouchedRange[] {
    const found = this.#ranges.get(device) ?? [];
    return Array.isArray(found) ? found : [found];
  }

  /** Hands over what was touched, of so many devices at most: those that have waited longest. */
  take(devices = Number.POSITIVE_INFINITY): TouchedRange[] {
    const taken: TouchedRange[] = [];
    let left = devices;
    for (const [device, ranges] of this.#ranges) {
      if (left <= 0) break;
      left -= 1;
      if (Array.isArray(ranges)) taken.push(...ranges);
      else taken.push(ranges);
      this.#ranges.delete(device);
    }
    this.#count -= taken.length;
    return taken;
  }
}

/** Joins the two ranges with the least time between them, so that little is computed in vain. */
function joinClosest(ranges: readonly TouchedRange[]): TouchedRange[] {
  const sorted = ranges.toSorted((a, b) => a.from - b.from);
  let closest = 1;
  const gapBefore = (index: number) => sorted[index]!.from - sorted[index - 1]!.to;
  for (let index = 2; index < sorted.length; index += 1)
    if (gapBefore(index) < gapBefore(closest)) closest = index;
  const [before, after] = [sorted[closest - 1]!, sorted[closest]!];
  const joined = { device: before.device, from: before.from, to: Math.max(before.to, after.to) };
  return sorted.toSpliced(closest - 1, 2, joined);
}
