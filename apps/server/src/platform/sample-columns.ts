import type { ReadValues, SampleBlock } from './ingest.ts';

const FIRST_ROWS = 4096;

/** Bytes one sample takes in memory. */
export const BYTES_PER_SAMPLE = 4 + 4 + 8 + 8;

/** Samples as growing column arrays. A writer that finds a mistake halfway takes its rows back with `truncate`. */
export interface SampleColumns extends SampleBlock {
  add(device: number, point: number, time: number, value: number): void;
  addReading(device: number, time: number, read: ReadValues): void;
  /** Appends all rows of another block. */
  append(block: SampleBlock): void;
  /** Forgets the rows from `length` on. */
  truncate(length: number): void;
  readonly capacity: number;
}

export function createSampleColumns(rows = FIRST_ROWS): SampleColumns {
  return new Columns(rows);
}

/** A class, because this is the hottest object of the server and its shape must never change. */
class Columns implements SampleColumns {
  length = 0;
  devices: Uint32Array;
  points: Uint32Array;
  times: Float64Array;
  values: Float64Array;
  capacity: number;

  constructor(rows: number) {
    this.capacity = rows;
    this.devices = new Uint32Array(rows);
    this.points = new Uint32Array(rows);
    this.times = new Float64Array(rows);
    this.values = new Float64Array(rows);
  }

  add(device: number, point: number, time: number, value: number): void {
    const row = this.length;
    if (row === this.capacity) this.#grow(row + 1);
    this.devices[row] = device;
    this.points[row] = point;
    this.times[row] = time;
    this.values[row] = value;
    this.length = row + 1;
  }

  addReading(device: number, time: number, { length, points, values }: ReadValues): void {
    const start = this.length;
    const end = start + length;
    if (end > this.capacity) this.#grow(end);
    this.devices.fill(device, start, end);
    this.times.fill(time, start, end);
    // Of so few values a loop copies faster than `set`, which needs a view of them.
    for (let index = 0; index < length; index += 1) {
      this.points[start + index] = points[index]!;
      this.values[start + index] = values[index]!;
    }
    this.length = end;
  }

  append(block: SampleBlock): void {
    const start = this.length;
    const { length } = block;
    if (start + length > this.capacity) this.#grow(start + length);
    this.devices.set(block.devices.subarray(0, length), start);
    this.points.set(block.points.subarray(0, length), start);
    this.times.set(block.times.subarray(0, length), start);
    this.values.set(block.values.subarray(0, length), start);
    this.length = start + length;
  }

  truncate(length: number): void {
    this.length = Math.min(this.length, length);
  }

  #grow(needed: number): void {
    const rows = Math.max(this.capacity * 2, needed);
    this.devices = enlarged(this.devices, new Uint32Array(rows));
    this.points = enlarged(this.points, new Uint32Array(rows));
    this.times = enlarged(this.times, new Float64Array(rows));
    this.values = enlarged(this.values, new Float64Array(rows));
    this.capacity = rows;
  }
}

function enlarged<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from as never);
  return to;
}
