import { cleanRtu, type RtuQuirk } from '../modbus/clean-rtu.ts';
import { crc16, hasValidCrc } from '../modbus/crc16.ts';
import { ModbusError, parseReadResponse, parseRequest, type ReadFunction } from '../modbus/rtu.ts';
import { wordAt } from '../modbus/word-at.ts';
import type { Profile } from '../profile/schema.ts';
import { FrameError } from './frame-error.ts';
import { hexNumber } from './hex.ts';
import { decodeRegisters, type DecodedRegisters } from './registers.ts';

/** A frame of Modbus in words. `kind` is `readRequest`, `readAnswer`, `writeRequest`, `writeAnswer` or `exception`. */
export type DecodedModbus = { slave: number; fn: number; quirks?: RtuQuirk[] } & (
  | { kind: 'readRequest'; address: number; count: number }
  | { kind: 'readAnswer'; address?: number; words: number[]; meaning?: DecodedRegisters }
  | { kind: 'writeRequest'; address: number; words: number[] }
  | { kind: 'writeAnswer'; address: number; count: number }
  | { kind: 'exception'; code: number; name: string }
);

/** What is known beside the bytes. */
export interface ModbusContext {
  /** To the device or from it; undefined: by the look of the frame. */
  direction?: 'down' | 'up';
  /** First register of an answer, as its request named it. */
  address?: number;
  profile?: Profile;
}

/** Modbus Application Protocol V1.1b3, chapter 7. */
const EXCEPTIONS: Readonly<Record<number, string>> = {
  1: 'illegal function',
  2: 'illegal data address',
  3: 'illegal data value',
  4: 'server device failure',
  5: 'acknowledge',
  6: 'server device busy',
  8: 'memory parity error',
  10: 'gateway path unavailable',
  11: 'gateway target device failed to respond',
};

/** Reads a frame of Modbus RTU with its CRC. Throws `FrameError`. */
export function decodeModbus(bytes: Uint8Array, context: ModbusContext = {}): DecodedModbus {
  const clean = cleanRtu(bytes);
  if (!clean) throw crcError(bytes);
  const { rtu, quirks } = clean;
  const decoded = readFrame(rtu, context);
  return quirks.length === 0 ? decoded : { ...decoded, quirks };
}

function readFrame(rtu: Uint8Array, context: ModbusContext): DecodedModbus {
  const [slave = 0, fn = 0] = rtu;
  if (fn & 0x80) return exceptionOf(rtu);
  const readsAnswer = fn >= 1 && fn <= 4 && rtu[2] === rtu.length - 5;
  if (
    readsAnswer &&
    context.direction !== 'down' &&
    !(rtu.length === 8 && context.direction === undefined && fn > 2)
  )
    return readAnswer(rtu, context);
  if ((fn === 15 || fn === 16) && rtu.length === 8 && context.direction !== 'down')
    return { kind: 'writeAnswer', slave, fn, address: wordAt(rtu, 2), count: wordAt(rtu, 4) };
  return requestOf(rtu);
}

function exceptionOf(rtu: Uint8Array): DecodedModbus {
  const [slave = 0, fn = 0, code = 0] = rtu;
  if (rtu.length !== 5) throw new FrameError('badLength', { expected: '5', found: String(rtu.length) });
  return { kind: 'exception', slave, fn: fn & 0x7f, code, name: EXCEPTIONS[code] ?? 'unknown' };
}

function readAnswer(rtu: Uint8Array, { address, profile }: ModbusContext): DecodedModbus {
  const [slave = 0, fn = 0, size = 0] = rtu;
  const count = fn <= 2 ? size * 8 : size / 2;
  const words = Array.from(
    parse(() => parseReadResponse({ slave, fn: fn as ReadFunction, addr: 0, count }, rtu), rtu),
  );
  const meaning = fn > 2 ? decodeRegisters({ fn: fn as 3 | 4, address, words }, profile) : undefined;
  return {
    kind: 'readAnswer',
    slave,
    fn,
    ...(address !== undefined && { address }),
    words,
    ...(meaning && { meaning }),
  };
}

function requestOf(rtu: Uint8Array): DecodedModbus {
  const request = parse(() => parseRequest(rtu), rtu);
  const { slave, fn, addr: address } = request;
  return 'count' in request
    ? { kind: 'readRequest', slave, fn, address, count: request.count }
    : { kind: 'writeRequest', slave, fn, address, words: [...request.words] };
}

function parse<T>(read: () => T, rtu: Uint8Array): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ModbusError)) throw error;
    if (error.reason === 'bad-length' || error.reason === 'too-short')
      throw new FrameError('badLength', { found: String(rtu.length) });
    throw new FrameError('malformed', { at: 2, found: hexNumber(rtu[1]!, 1) });
  }
}

/** Names the CRC that would be right. */
function crcError(bytes: Uint8Array): FrameError {
  if (bytes.length < 4 || hasValidCrc(bytes))
    return new FrameError('badLength', { expected: '>= 4', found: String(bytes.length) });
  const end = bytes.length - 2;
  const crc = crc16(bytes, 0, end);
  return new FrameError('badCrc', {
    at: end + 1,
    expected: `${hexNumber(crc & 0xff, 1)} ${hexNumber(crc >>> 8, 1)}`,
    found: `${hexNumber(bytes[end]!, 1)} ${hexNumber(bytes[end + 1]!, 1)}`,
  });
}
