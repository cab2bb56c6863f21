const FIRST_POINTS = 16;

/** Newest value of each point of one device, as small arrays. */
export interface DeviceLatest {
  readonly length: number;
  readonly points: Uint32Array;
  /** Epoch milliseconds. */
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/**
 * Messages of a device name the same points in the same order, so the place of the next point is nearly always the one
 * after the last: no search, no hashing. A class, because millions of values a second go through it.
 */
export class LatestValues implements DeviceLatest {
  length = 0;
  points = new Uint32Array(FIRST_POINTS);
  times = new Float64Array(FIRST_POINTS);
  values = new Float64Array(FIRST_POINTS);
  /** Whether anything changed since it was written to the store. */
  dirty = false;
  /** Whether what the store holds of this device is in here. */
  complete: boolean;
  #cursor = 0;

  constructor(complete: boolean) {
    this.complete = complete;
  }

  /** Takes a value unless a newer one is known. Of two with the same time the one that came later wins, as in table `samples`. */
  put(point: number, time: number, value: number): void {
    let place = this.#cursor;
    if (place >= this.length || this.points[place] !== point) place = this.#find(point);
    this.#cursor = place + 1 === this.length ? 0 : place + 1;
    if (time < this.times[place]!) return;
    this.times[place] = time;
    this.values[place] = value;
    this.dirty = true;
  }

  /** Takes a value from the store in: only where nothing is known of the point yet, or something older. */
  restore(point: number, time: number, value: number): void {
    const place = this.#find(point);
    if (time <= this.times[place]!) return;
    this.times[place] = time;
    this.values[place] = value;
  }

  #find(point: number): number {
    const found = this.points.subarray(0, this.length).indexOf(point);
    if (found !== -1) return found;
    if (this.length === this.points.length) this.#grow();
    const place = this.length;
    this.points[place] = point;
    this.times[place] = Number.NEGATIVE_INFINITY;
    this.length = place + 1;
    return place;
  }

  #grow(): void {
    const size = this.points.length * 2;
    const { points, times, values } = this;
    this.points = new Uint32Array(size);
    this.times = new Float64Array(size);
    this.values = new Float64Array(size);
    this.points.set(points);
    this.times.set(times);
    this.values.set(values);
  }
}
