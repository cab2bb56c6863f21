import type { SampleBlock } from '../../platform/ingest.ts';
import { BYTES_PER_SAMPLE } from '../../platform/sample-columns.ts';

/** Rows of one message: a message of a NATS server holds a megabyte. */
export const ROWS_PER_MESSAGE = 30_000;
/** Another layout gets another number. */
const VERSION = 1;
const HEAD_BYTES = 32;
const ID_BYTES = 16;

/** Rows of one partition that a source stored. */
export interface FactMessage {
  /** Id of the source, a UUID. */
  source: string;
  /** Counts the messages of this source for this partition, from 1. */
  number: number;
  block: SampleBlock;
}

/** Layout: version, number, rows (32 bits each, little endian), 4 bytes of nothing, id of the source; then times, values, devices, points. */
export function encodeFacts({ source, number, block }: FactMessage): Uint8Array {
  const { length: rows } = block;
  const bytes = new Uint8Array(HEAD_BYTES + rows * BYTES_PER_SAMPLE);
  const head = new DataView(bytes.buffer, 0, HEAD_BYTES);
  head.setUint32(0, VERSION, true);
  head.setUint32(4, number, true);
  head.setUint32(8, rows, true);
  bytes.set(Buffer.from(source.replaceAll('-', ''), 'hex'), HEAD_BYTES - ID_BYTES);
  let at = HEAD_BYTES;
  for (const column of [block.times, block.values, block.devices, block.points]) {
    const part = new Uint8Array(column.buffer, column.byteOffset, rows * column.BYTES_PER_ELEMENT);
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Throws an `Error` for bytes that are none, and for a layout that this server does not know. */
export function decodeFacts(bytes: Uint8Array): FactMessage {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEAD_BYTES || head.getUint32(0, true) !== VERSION)
    throw new Error('Facts of a version of the program that this server does not know');
  const rows = head.getUint32(8, true);
  if (bytes.byteLength !== HEAD_BYTES + rows * BYTES_PER_SAMPLE) throw new Error('Facts are cut off');
  const id = Buffer.from(bytes.subarray(HEAD_BYTES - ID_BYTES, HEAD_BYTES)).toString('hex');
  // A copy: columns of 64 bits have to begin at a multiple of eight.
  const rest = new Uint8Array(bytes.subarray(HEAD_BYTES)).buffer;
  return {
    source: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    number: head.getUint32(4, true),
    block: {
      length: rows,
      times: new Float64Array(rest, 0, rows),
      values: new Float64Array(rest, 8 * rows, rows),
      devices: new Uint32Array(rest, 16 * rows, rows),
      points: new Uint32Array(rest, 20 * rows, rows),
    },
  };
}

/** Rows of a block as messages take them. */
export function* inMessages(block: SampleBlock): Generator<SampleBlock> {
  for (let from = 0; from < block.length; from += ROWS_PER_MESSAGE) {
    const to = Math.min(block.length, from + ROWS_PER_MESSAGE);
    yield {
      length: to - from,
      devices: block.devices.subarray(from, to),
      points: block.points.subarray(from, to),
      times: block.times.subarray(from, to),
      values: block.values.subarray(from, to),
    };
  }
}
