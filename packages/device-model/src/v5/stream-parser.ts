import { V5_END, V5_HEADER, V5_MAX_PAYLOAD, V5_OVERHEAD, V5_START, type V5Frame } from './frame.ts';

/** Counted reasons for bytes that became no frame. */
export interface V5StreamStats {
  frames: number;
  /** Bytes outside of any frame (stray text, other protocols). */
  garbage: number;
  badMarker: number;
  badChecksum: number;
  badEnd: number;
  oversized: number;
}

/** Why bytes that start like a frame are none. */
type Fault = 'badMarker' | 'oversized' | 'badEnd' | 'badChecksum';

/**
 * Cuts a byte stream into V5 frames. Frames may be split over chunks or glued together; after an error the parser looks for
 * the next start byte behind the wrong one, so no valid frame is lost to garbage before it, nor kept waiting by a frame that
 * was cut off. Holds one frame at most.
 */
export class V5StreamParser {
  readonly stats: V5StreamStats = {
    frames: 0,
    garbage: 0,
    badMarker: 0,
    badChecksum: 0,
    badEnd: 0,
    oversized: 0,
  };
  #rest: Uint8Array = new Uint8Array(0);

  /** Bytes waiting for the rest of their frame. */
  get pending(): number {
    return this.#rest.length;
  }

  /** Frames that are complete with this chunk. Payloads are views on the parser's own copy and stay valid. */
  push(chunk: Uint8Array): V5Frame[] {
    const bytes = this.#join(chunk);
    const read: Read = { bytes, sums: undefined };
    const frames: V5Frame[] = [];
    let at = 0;
    while (at < bytes.length) {
      const size = bytes[at] === V5_START ? sizeAt(read, at) : 0;
      if (typeof size === 'string') {
        this.stats[size] += 1;
        at = this.#skip(bytes, at);
      } else if (size === 0) {
        at = this.#skip(bytes, at);
      } else if (size === WAITING) {
        const whole = wholeFrameAfter(read, at);
        if (whole === -1) break;
        this.stats.garbage += whole - at;
        at = whole;
      } else {
        frames.push(frameAt(bytes, at, size));
        this.stats.frames += 1;
        at += size;
      }
    }
    this.#rest = at === bytes.length ? NOTHING : bytes.slice(at);
    return frames;
  }

  #join(chunk: Uint8Array): Uint8Array {
    if (this.#rest.length === 0) return chunk.slice();
    const bytes = new Uint8Array(this.#rest.length + chunk.length);
    bytes.set(this.#rest);
    bytes.set(chunk, this.#rest.length);
    return bytes;
  }

  /** Passes over bytes up to the next start byte. */
  #skip(bytes: Uint8Array, at: number): number {
    const next = bytes.indexOf(V5_START, at + 1);
    const end = next === -1 ? bytes.length : next;
    this.stats.garbage += end - at;
    return end;
  }
}

const NOTHING = new Uint8Array(0);
/** The frame is not there to its end yet. */
const WAITING = -1;
/** Bytes from which on a frame's head can be judged. */
const HEAD = 4;

/** What was read and is looked through. */
interface Read {
  bytes: Uint8Array;
  /** Sum of the bytes before each position, modulo 256; made when a checksum is compared first. */
  sums: Uint8Array | undefined;
}

/** Bytes of the frame at a start byte, `WAITING`, or why there is none. */
function sizeAt(read: Read, at: number): number | Fault {
  const { bytes } = read;
  const there = bytes.length - at;
  if (there < HEAD) return WAITING;
  if (bytes[at + 3] !== 0x10) return 'badMarker';
  const length = bytes[at + 1]! | (bytes[at + 2]! << 8);
  if (length > V5_MAX_PAYLOAD) return 'oversized';
  const size = length + V5_OVERHEAD;
  if (there < size) return WAITING;
  if (bytes[at + size - 1] !== V5_END) return 'badEnd';
  return bytes[at + size - 2] === sumOf(read, at + 1, at + size - 2) ? size : 'badChecksum';
}

/**
 * Start of a whole, valid frame behind an unfinished one; -1: none. Where there is one, the unfinished frame was cut off:
 * no device puts a frame with its checksum into the payload of another.
 */
function wholeFrameAfter(read: Read, at: number): number {
  const { bytes } = read;
  let start = bytes.indexOf(V5_START, at + 1);
  while (start !== -1) {
    const size = sizeAt(read, start);
    if (typeof size === 'number' && size > 0) return start;
    start = bytes.indexOf(V5_START, start + 1);
  }
  return -1;
}

/**
 * The checksum of `bytes[from, to)` by one subtraction: within an unfinished frame hundreds may seem to begin, each with a checksum over most of the
 * bytes that are there, and all of them are looked at again with each further byte.
 */
function sumOf(read: Read, from: number, to: number): number {
  const sums = (read.sums ??= sumsOf(read.bytes));
  return (sums[to]! - sums[from]!) & 0xff;
}

function sumsOf(bytes: Uint8Array): Uint8Array {
  const sums = new Uint8Array(bytes.length + 1);
  for (let at = 0, sum = 0; at < bytes.length; at += 1) {
    sum = (sum + bytes[at]!) & 0xff;
    sums[at + 1] = sum;
  }
  return sums;
}

function frameAt(bytes: Uint8Array, at: number, size: number): V5Frame {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, size);
  return {
    control: bytes[at + 4]!,
    serverSequence: bytes[at + 5]!,
    loggerSequence: bytes[at + 6]!,
    serial: view.getUint32(7, true),
    payload: bytes.subarray(at + V5_HEADER, at + size - 2),
  };
}
