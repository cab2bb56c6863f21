import type { SampleBlock } from '../../../platform/ingest.ts';
import type { PointLayout } from './point-layout.ts';

/** Newest value of each point of one device. */
export interface DeviceLatest {
  readonly points: readonly number[];
  readonly values: readonly number[];
  /** Epoch milliseconds, by the place of the point. */
  timeAt(place: number): number;
}

/** An empty array in which V8 keeps bare numbers from the first one on, whether they are whole or not. */
function noNumbers(): number[] {
  const numbers = [Number.NaN];
  numbers.pop();
  return numbers;
}

/**
 * Newest values of a device in a few bytes a point: the points are shared with other devices of its model, and while all of them are of one
 * message, as with most devices, their time is kept once. A class, because millions of values a second go through it.
 */
export class LatestValues implements DeviceLatest {
  readonly id: number;
  readonly values = noNumbers();
  /** Whether anything changed since it was written to the store. */
  dirty = false;
  /** Whether what the store holds of this device is in here. */
  complete = false;
  #layout: PointLayout;
  /** Of all points, while `#times` is undefined. */
  #time = Number.NEGATIVE_INFINITY;
  #times: number[] | undefined;
  #cursor = 0;

  /** `layout`: without points. */
  constructor(id: number, layout: PointLayout) {
    this.id = id;
    this.#layout = layout;
  }

  get points(): readonly number[] {
    return this.#layout.points;
  }

  timeAt(place: number): number {
    return this.#times ? this.#times[place]! : this.#time;
  }

  /** Takes the rows [start, end) of a block, which are of this device and of one time. */
  take({ points, times, values }: SampleBlock, start: number, end: number): void {
    const time = times[start]!;
    if (!this.#times && this.#layout.fits(points, start, end - start)) {
      if (time < this.#time) return;
      this.#time = time;
      this.dirty = true;
      for (let row = start; row < end; row += 1) this.values[row - start] = values[row]!;
      return;
    }
    for (let row = start; row < end; row += 1) this.#put(points[row]!, time, values[row]!);
    if (end - start === this.points.length) this.#settle();
  }

  /** Takes a value unless a newer one is known. Of two with the same time the one that came later wins, as in table `samples`. */
  #put(point: number, time: number, value: number): void {
    const place = this.#find(point);
    if (place === -1) this.#add(point, time, value);
    else if (time >= this.timeAt(place)) this.#set(place, time, value);
    else return;
    this.dirty = true;
  }

  /** Takes a value from the store in: only where nothing is known of the point yet, or something older. */
  restore(point: number, time: number, value: number): void {
    const place = this.#find(point);
    if (place === -1) this.#add(point, time, value);
    else if (time > this.timeAt(place)) this.#set(place, time, value);
  }

  /** Messages name the same points in the same order, so the next place is nearly always the one after the last: no search, no hashing. */
  #find(point: number): number {
    const { points } = this.#layout;
    let place = this.#cursor;
    if (points[place] !== point) place = points.indexOf(point);
    this.#cursor = place + 1 === points.length ? 0 : place + 1;
    return place;
  }

  #add(point: number, time: number, value: number): void {
    if (this.points.length === 0) this.#time = time;
    else if (time !== this.#time) this.#parted();
    this.#times?.push(time);
    this.values.push(value);
    this.#layout = this.#layout.with(point);
  }

  #set(place: number, time: number, value: number): void {
    this.values[place] = value;
    if (!this.#times && time !== this.#time) this.#parted();
    if (this.#times) this.#times[place] = time;
  }

  /** From now on each point has a time of its own. */
  #parted(): void {
    this.#times ??= this.values.map(() => this.#time);
  }

  /** Keeps one time for all points where they have the same. */
  #settle(): void {
    const times = this.#times;
    if (!times?.every((time) => time === times[0])) return;
    this.#time = times[0]!;
    this.#times = undefined;
  }
}
