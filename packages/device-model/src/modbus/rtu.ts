import { hasValidCrc, withCrc } from './crc16.ts';
import { wordAt } from './word-at.ts';

/** Modbus RTU frames (Modbus Application Protocol V1.1b3): functions 1 to 6, 15 and 16. */

export type ReadFunction = 1 | 2 | 3 | 4;

export interface ModbusRead {
  slave: number;
  fn: ReadFunction;
  addr: number;
  count: number;
}

export interface ModbusWrite {
  slave: number;
  fn: 5 | 6 | 15 | 16;
  addr: number;
  /** Register words; for coils (5, 15) 0 or 1. */
  words: readonly number[];
}

export type ModbusRequest = ModbusRead | ModbusWrite;

export type ModbusErrorReason =
  | 'too-short'
  | 'bad-crc'
  | 'bad-length'
  | 'wrong-slave'
  | 'wrong-function'
  | 'exception';

/** Why a frame could not be taken. `exceptionCode` is the device's own where the reason is `exception`. */
export class ModbusError extends Error {
  readonly reason: ModbusErrorReason;
  readonly exceptionCode: number | undefined;

  constructor(reason: ModbusErrorReason, exceptionCode?: number) {
    super(exceptionCode === undefined ? `Modbus: ${reason}` : `Modbus exception ${exceptionCode}`);
    this.name = 'ModbusError';
    this.reason = reason;
    this.exceptionCode = exceptionCode;
  }
}

export function encodeReadRequest({ slave, fn, addr, count }: ModbusRead): Uint8Array {
  return withCrc(Uint8Array.from([slave, fn, addr >>> 8, addr & 0xff, count >>> 8, count & 0xff]));
}

export function encodeWriteRequest({ slave, fn, addr, words }: ModbusWrite): Uint8Array {
  const head = [slave, fn, addr >>> 8, addr & 0xff];
  if (fn === 5) return withCrc(Uint8Array.from([...head, words[0] ? 0xff : 0, 0]));
  if (fn === 6) return withCrc(Uint8Array.from([...head, (words[0] ?? 0) >>> 8, (words[0] ?? 0) & 0xff]));
  const data = fn === 15 ? packBits(words) : words.flatMap((word) => [word >>> 8, word & 0xff]);
  return withCrc(Uint8Array.from([...head, words.length >>> 8, words.length & 0xff, data.length, ...data]));
}

/** Answer to a read: registers (functions 3 and 4) or bits (1 and 2). */
export function encodeReadResponse(request: ModbusRead, words: ArrayLike<number>): Uint8Array {
  const list = Array.from(words);
  const data = request.fn <= 2 ? packBits(list) : list.flatMap((word) => [(word >>> 8) & 0xff, word & 0xff]);
  return withCrc(Uint8Array.from([request.slave, request.fn, data.length, ...data]));
}

/** Answer to a write: the device repeats address and value (5, 6) or address and count (15, 16). */
export function encodeWriteResponse({ slave, fn, addr, words }: ModbusWrite): Uint8Array {
  if (fn === 5 || fn === 6) return encodeWriteRequest({ slave, fn, addr, words });
  return withCrc(
    Uint8Array.from([slave, fn, addr >>> 8, addr & 0xff, words.length >>> 8, words.length & 0xff]),
  );
}

export function encodeException(request: { slave: number; fn: number }, code: number): Uint8Array {
  return withCrc(Uint8Array.from([request.slave, request.fn | 0x80, code]));
}

/** Reads a request as a device does. Throws `ModbusError`. */
export function parseRequest(frame: Uint8Array): ModbusRequest {
  check(frame, 8);
  const [slave, fn] = [frame[0]!, frame[1]!];
  const addr = wordAt(frame, 2);
  const value = wordAt(frame, 4);
  if (fn >= 1 && fn <= 6 && frame.length !== 8) throw new ModbusError('bad-length');
  if (fn >= 1 && fn <= 4) return { slave, fn: fn as ReadFunction, addr, count: value };
  if (fn === 5) return { slave, fn, addr, words: [value === 0 ? 0 : 1] };
  if (fn === 6) return { slave, fn, addr, words: [value] };
  if (fn !== 15 && fn !== 16) throw new ModbusError('wrong-function');
  const bytes = frame[6]!;
  const expected = fn === 16 ? value * 2 : Math.ceil(value / 8);
  if (bytes !== expected || frame.length !== 9 + bytes) throw new ModbusError('bad-length');
  const words = fn === 16 ? wordsOf(frame, 7, value) : unpackBits(frame, 7, value);
  return { slave, fn, addr, words };
}

/** Words (or bits) of the answer to a read. Throws `ModbusError`, with the device's code when it refused. */
export function parseReadResponse(request: ModbusRead, frame: Uint8Array): Uint16Array {
  check(frame, 5);
  if (frame[0] !== request.slave) throw new ModbusError('wrong-slave');
  if (frame[1] === (request.fn | 0x80)) throw new ModbusError('exception', frame[2]!);
  if (frame[1] !== request.fn) throw new ModbusError('wrong-function');
  const bytes = frame[2]!;
  const expected = request.fn <= 2 ? Math.ceil(request.count / 8) : request.count * 2;
  if (bytes !== expected || frame.length !== 5 + bytes) throw new ModbusError('bad-length');
  const words = request.fn <= 2 ? unpackBits(frame, 3, request.count) : wordsOf(frame, 3, request.count);
  return Uint16Array.from(words);
}

/** Checks the answer to a write, which repeats it: a device that took another value, or fewer, says so there. Throws `ModbusError`. */
export function parseWriteResponse(request: ModbusWrite, frame: Uint8Array): void {
  check(frame, 5);
  if (frame[0] !== request.slave) throw new ModbusError('wrong-slave');
  if (frame[1] === (request.fn | 0x80)) throw new ModbusError('exception', frame[2]!);
  if (frame[1] !== request.fn) throw new ModbusError('wrong-function');
  const wanted = encodeWriteResponse(request);
  if (frame.length !== wanted.length || wanted.some((byte, at) => byte !== frame[at]))
    throw new ModbusError('bad-length');
}

function check(frame: Uint8Array, shortest: number): void {
  if (frame.length < shortest) throw new ModbusError('too-short');
  if (!hasValidCrc(frame)) throw new ModbusError('bad-crc');
}

function wordsOf(frame: Uint8Array, offset: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => wordAt(frame, offset + 2 * index));
}

function packBits(bits: readonly number[]): number[] {
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, () => 0);
  bits.forEach((bit, index) => {
    if (bit) bytes[index >>> 3]! |= 1 << (index & 7);
  });
  return bytes;
}

function unpackBits(frame: Uint8Array, offset: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (frame[offset + (index >>> 3)]! >>> (index & 7)) & 1);
}
