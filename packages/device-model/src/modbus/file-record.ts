import { hasValidCrc, withCrc } from './crc16.ts';
import { ModbusError } from './rtu.ts';
import { wordAt } from './word-at.ts';

/** Write File Record of the Modbus Application Protocol V1.1b3 (6.15, function 21): words of a file that a device holds, one piece a request. */
export interface ModbusFileWrite {
  slave: number;
  fn: 21;
  file: number;
  /** Of the first word, 0 to 9999. */
  record: number;
  words: readonly number[];
}

/** Words of one request: a PDU has 253 bytes. */
export const MOST_FILE_WORDS = 122;
/** Words of one file. */
export const FILE_WORDS = 10_000;

const REFERENCE = 6;
const HEAD = 10;

export function encodeFileWrite({ slave, fn, file, record, words }: ModbusFileWrite): Uint8Array {
  const data = words.flatMap((word) => [word >>> 8, word & 0xff]);
  const numbers = [file, record, words.length].flatMap((word) => [word >>> 8, word & 0xff]);
  return withCrc(Uint8Array.from([slave, fn, 7 + data.length, REFERENCE, ...numbers, ...data]));
}

/** Reads such a request as a device does. Throws `ModbusError`. */
export function parseFileWrite(frame: Uint8Array): ModbusFileWrite {
  if (frame.length < HEAD + 4) throw new ModbusError('too-short');
  if (!hasValidCrc(frame)) throw new ModbusError('bad-crc');
  if (frame[1] !== 21) throw new ModbusError('wrong-function');
  const count = wordAt(frame, 8);
  const isWhole = frame[2] === 7 + 2 * count && frame.length === HEAD + 2 * count + 2;
  if (!isWhole || frame[3] !== REFERENCE) throw new ModbusError('bad-length');
  const words = Array.from({ length: count }, (_, at) => wordAt(frame, HEAD + 2 * at));
  return { slave: frame[0]!, fn: 21, file: wordAt(frame, 4), record: wordAt(frame, 6), words };
}

/** Checks the answer, which repeats the request. Throws `ModbusError`. */
export function parseFileWriteResponse(request: ModbusFileWrite, frame: Uint8Array): void {
  if (frame.length < 5) throw new ModbusError('too-short');
  if (!hasValidCrc(frame)) throw new ModbusError('bad-crc');
  if (frame[0] !== request.slave) throw new ModbusError('wrong-slave');
  if (frame[1] === (request.fn | 0x80)) throw new ModbusError('exception', frame[2]!);
  if (frame[1] !== request.fn) throw new ModbusError('wrong-function');
  const sent = encodeFileWrite(request);
  if (frame.length !== sent.length || sent.some((byte, at) => byte !== frame[at]))
    throw new ModbusError('bad-length');
}
