/**
 * Outer frame of the logger protocol V5: `A5, length u16, 10, control, sequence x2, logger serial u32, payload, checksum, 15`;
 * integers little-endian, checksum the sum of everything between start and checksum, modulo 256.
 */

export const V5_START = 0xa5;
export const V5_END = 0x15;
/** Bytes of a frame beside its payload. */
export const V5_OVERHEAD = 13;
export const V5_HEADER = 11;
/** Longest payload taken for real; the largest seen in the field has 1432. */
export const V5_MAX_PAYLOAD = 2048;

/** Control codes of the logger's requests; the answer to one is its code minus 0x30. */
export const V5_CONTROL = {
  hello: 0x41,
  data: 0x42,
  wifi: 0x43,
  command: 0x45,
  heartbeat: 0x47,
  report: 0x48,
  helloAnswer: 0x11,
  dataAnswer: 0x12,
  wifiAnswer: 0x13,
  commandAnswer: 0x15,
  commandInterim: 0x05,
  heartbeatAnswer: 0x17,
  reportAnswer: 0x18,
} as const;

export interface V5Frame {
  control: number;
  /** Counter of the server's side. */
  serverSequence: number;
  /** Counter of the logger's side. */
  loggerSequence: number;
  /** Serial number of the logger, as printed on its label. */
  serial: number;
  payload: Uint8Array;
}

export function encodeV5Frame(frame: V5Frame): Uint8Array {
  const { payload } = frame;
  const bytes = new Uint8Array(payload.length + V5_OVERHEAD);
  bytes[0] = V5_START;
  bytes[1] = payload.length & 0xff;
  bytes[2] = payload.length >>> 8;
  bytes[3] = 0x10;
  bytes[4] = frame.control;
  bytes[5] = frame.serverSequence;
  bytes[6] = frame.loggerSequence;
  new DataView(bytes.buffer).setUint32(7, frame.serial, true);
  bytes.set(payload, V5_HEADER);
  bytes[bytes.length - 2] = checksum(bytes, 1, bytes.length - 2);
  bytes[bytes.length - 1] = V5_END;
  return bytes;
}

/** Sum of `bytes[from, to)` modulo 256. */
export function checksum(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += bytes[index]!;
  return sum & 0xff;
}
