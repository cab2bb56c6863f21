import { withCrc } from './crc16.ts';

/**
 * Modbus TCP framing (Modbus Messaging on TCP/IP Implementation Guide V1.0b): transaction u16, protocol 0, length u16, unit,
 * PDU. Frames are taken and given as RTU, so that every reader and writer of RTU works on both lines.
 */
export interface MbapFrame {
  /** Pairs an answer with its request. */
  transaction: number;
  /** Unit, PDU and CRC, as on a serial line. */
  rtu: Uint8Array;
}

const HEAD = 6;
/** Unit and the longest PDU. */
const LONGEST = 254;
const SHORTEST = 2;

/** Puts an RTU frame into a TCP frame; its CRC is not sent. */
export function encodeMbap({ transaction, rtu }: MbapFrame): Uint8Array {
  const length = rtu.length - 2;
  const bytes = new Uint8Array(HEAD + length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, transaction);
  view.setUint16(4, length);
  bytes.set(rtu.subarray(0, length), HEAD);
  return bytes;
}

/** Cuts a TCP stream into frames. A head that cannot be one costs a byte, and the search goes on behind it. */
export class MbapStreamParser {
  /** Bytes that belonged to no frame. */
  garbage = 0;
  #rest: Uint8Array = new Uint8Array(0);

  /** Bytes waiting for the rest of their frame; never more than one frame. */
  get pending(): number {
    return this.#rest.length;
  }

  push(chunk: Uint8Array): MbapFrame[] {
    const bytes = new Uint8Array(this.#rest.length + chunk.length);
    bytes.set(this.#rest);
    bytes.set(chunk, this.#rest.length);
    const view = new DataView(bytes.buffer);
    const frames: MbapFrame[] = [];
    let at = 0;
    while (bytes.length - at >= HEAD) {
      const length = view.getUint16(at + 4);
      if (view.getUint16(at + 2) !== 0 || length < SHORTEST || length > LONGEST) {
        this.garbage += 1;
        at += 1;
        continue;
      }
      const end = at + HEAD + length;
      if (end > bytes.length) break;
      frames.push({ transaction: view.getUint16(at), rtu: withCrc(bytes.subarray(at + HEAD, end)) });
      at = end;
    }
    this.#rest = bytes.slice(at);
    return frames;
  }
}
