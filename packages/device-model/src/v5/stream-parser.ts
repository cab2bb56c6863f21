import { checksum, V5_END, V5_HEADER, V5_MAX_PAYLOAD, V5_OVERHEAD, V5_START, type V5Frame } from './frame.ts';

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

/**
 * Cuts a byte stream into V5 frames. Frames may be split over chunks or glued together; after an error the parser looks for
 * the next start byte behind the wrong one, so no valid frame is lost to garbage before it. Holds one frame at most.
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
    const frames: V5Frame[] = [];
    let at = 0;
    while (at < bytes.length) {
      if (bytes[at] !== V5_START) {
        const next = bytes.indexOf(V5_START, at);
        const end = next === -1 ? bytes.length : next;
        this.stats.garbage += end - at;
        at = end;
        continue;
      }
      const size = this.#sizeAt(bytes, at);
      if (size === 'incomplete') break;
      if (size === 'wrong') {
        at += 1;
        this.stats.garbage += 1;
        continue;
      }
      frames.push(frameAt(bytes, at, size));
      this.stats.frames += 1;
      at += size;
    }
    this.#rest = at === bytes.length ? new Uint8Array(0) : bytes.slice(at);
    return frames;
  }

  #join(chunk: Uint8Array): Uint8Array {
    if (this.#rest.length === 0) return chunk.slice();
    const bytes = new Uint8Array(this.#rest.length + chunk.length);
    bytes.set(this.#rest);
    bytes.set(chunk, this.#rest.length);
    return bytes;
  }

  #sizeAt(bytes: Uint8Array, at: number): number | 'incomplete' | 'wrong' {
    const there = bytes.length - at;
    if (there < 4) return 'incomplete';
    const length = bytes[at + 1]! | (bytes[at + 2]! << 8);
    if (bytes[at + 3] !== 0x10) {
      this.stats.badMarker += 1;
      return 'wrong';
    }
    if (length > V5_MAX_PAYLOAD) {
      this.stats.oversized += 1;
      return 'wrong';
    }
    const size = length + V5_OVERHEAD;
    if (there < size) return 'incomplete';
    if (bytes[at + size - 1] !== V5_END) {
      this.stats.badEnd += 1;
      return 'wrong';
    }
    if (bytes[at + size - 2] !== checksum(bytes, at + 1, at + size - 2)) {
      this.stats.badChecksum += 1;
      return 'wrong';
    }
    return size;
  }
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
