import { crc16 } from './crc16.ts';
import { FILE_WORDS } from './file-record.ts';

/**
 * Firmware of a device on a serial line, by standard file records (docs/device-api.md): file 1 takes the order as JSON, its length in bytes in the
 * first word; files from 2 on take the image; a block of holding registers tells how far the device is.
 */
export const ORDER_FILE = 1;
const IMAGE_FILE = 2;

/** Words of the block: state, failure, mark of the order, next byte (high word first). */
export const FIRMWARE_STATUS_WORDS = 5;

export const FIRMWARE_FILE_STATES = [
  'idle',
  'receiving',
  'installing',
  'installed',
  'failed',
  'rolledBack',
] as const;
export const FIRMWARE_FILE_FAILURES = [
  'none',
  'wrongChecksum',
  'wrongSignature',
  'noRoom',
  'installFailed',
] as const;

export interface FirmwareStatus {
  state: (typeof FIRMWARE_FILE_STATES)[number];
  failure: (typeof FIRMWARE_FILE_FAILURES)[number];
  /** Which order it is about. */
  mark: number;
  /** First byte of the image that the device does not have; it keeps the others through cuts of link and power. */
  next: number;
}

/** What is said of an image before it comes. */
export interface FirmwareFileOrder {
  order: string;
  bytes: number;
  sha256: string;
  version: string;
  component: string;
  statement: string;
  signature: string;
}

/** One word that tells an order from others: the CRC of its name, never 0. */
export const markOf = (order: string): number => crc16(new TextEncoder().encode(order)) || 1;

export const encodeFirmwareStatus = ({ state, failure, mark, next }: FirmwareStatus): number[] => [
  FIRMWARE_FILE_STATES.indexOf(state),
  FIRMWARE_FILE_FAILURES.indexOf(failure),
  mark,
  next >>> 16,
  next & 0xffff,
];

/** Undefined: words that mean nothing. */
export function readFirmwareStatus(words: ArrayLike<number>): FirmwareStatus | undefined {
  const state = FIRMWARE_FILE_STATES[words[0] ?? -1];
  const failure = FIRMWARE_FILE_FAILURES[words[1] ?? -1];
  if (state === undefined || failure === undefined || words.length < FIRMWARE_STATUS_WORDS) return undefined;
  return { state, failure, mark: words[2]!, next: words[3]! * 65_536 + words[4]! };
}

/** Where a byte of the image stands; it is the first of a word. */
export const placeOf = (byte: number): { file: number; record: number } => ({
  file: IMAGE_FILE + Math.floor(byte / 2 / FILE_WORDS),
  record: (byte / 2) % FILE_WORDS,
});

/** The byte of the image that stands there. */
export const byteAt = (file: number, record: number): number =>
  2 * ((file - IMAGE_FILE) * FILE_WORDS + record);

/** Bytes as words, the last one filled up with zero. */
export const wordsOfBytes = (bytes: Uint8Array): number[] =>
  Array.from(
    { length: Math.ceil(bytes.length / 2) },
    (_, at) => (bytes[2 * at]! << 8) | (bytes[2 * at + 1] ?? 0),
  );

/** The words of file 1. */
export function orderWords(order: FirmwareFileOrder): number[] {
  const bytes = new TextEncoder().encode(JSON.stringify(order));
  return [bytes.length, ...wordsOfBytes(bytes)];
}
