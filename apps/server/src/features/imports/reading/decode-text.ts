import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ImportMapping } from '@sunfleet/contract';
import { LIMITS } from '@sunfleet/contract/limits';
import { AppError } from '../../../platform/errors.ts';

export type Encoding = ImportMapping['encoding'];

/** A line longer than this is no line of a table. */
const LONGEST_LINE = 1024 * 1024;
const NEWLINE = 0x0a;

/** How much larger than the limit of an upload its content may be when unpacked. */
const UNPACKED_BYTES = 10 * LIMITS.importBytes;
/** How many times larger than its packed bytes a content may be: tables of measurements pack to a tenth, rarely to a fiftieth. */
const UNPACKED_RATIO = 100;
/** Up to so many bytes the ratio does not count. */
const UNPACKED_FREELY = 16 * 1024 * 1024;

/**
 * Bytes of an uploaded file, unpacked where it is a gzip one. Throws AppError `payloadTooLarge` where they become far more than a table
 * of measurements does, and `malformedCsv` where they cannot be unpacked to their end.
 */
export async function* readBytes(raw: Readable): AsyncGenerator<Buffer> {
  const unpacker = (await isGzip(raw)) ? createGunzip({ chunkSize: 256 * 1024 }) : undefined;
  const source = unpacker ? raw.pipe(unpacker) : raw;
  if (unpacker) raw.on('error', (error) => unpacker.destroy(error));
  let total = 0;
  try {
    for await (const chunk of source) {
      const bytes = chunk as Buffer;
      total += bytes.length;
      refuseBomb(total, unpacker?.bytesWritten);
      yield bytes;
    }
  } catch (error) {
    throw unpacker && isPackedWrong(error) ? new AppError('malformedCsv', { reason: 'gzip' }) : error;
  } finally {
    raw.destroy();
    source.destroy();
  }
}

/** So much of a file tells its layout; the header ends within it. */
export const HEAD_BYTES = 128 * 1024;

/** The beginning of a file. */
export async function* headOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = HEAD_BYTES;
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** Cut off, or with something else behind it. */
function isPackedWrong(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'Z_BUF_ERROR' || code === 'Z_DATA_ERROR';
}

/** `packed`: bytes that were unpacked so far; undefined where the file was not packed. */
function refuseBomb(total: number, packed: number | undefined): void {
  const most =
    packed === undefined
      ? UNPACKED_BYTES
      : Math.min(UNPACKED_BYTES, Math.max(UNPACKED_FREELY, UNPACKED_RATIO * packed));
  if (total > most) throw new AppError('payloadTooLarge', { bytes: most });
}

/** By its first two bytes, which stay in the stream. */
async function isGzip(raw: Readable): Promise<boolean> {
  await once(raw, 'readable');
  const head = raw.read() as Buffer | null;
  if (head === null) return false;
  raw.unshift(head);
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Text of a file in pieces of whole lines. Files that change their encoding on the way exist: a line of a `utf-8` file that is not
 * UTF-8 is read as Windows-1252. Throws AppError `malformedCsv` for a line without end.
 */
export async function* decodeText(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'utf-16le') {
    yield* decodeWide(chunks);
    return;
  }
  const decode = encoding === 'utf-8' ? decodeMixed : single(encoding);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield decode(bytes.subarray(0, end));
    rest = bytes.subarray(end);
    if (rest.length > LONGEST_LINE) throw new AppError('malformedCsv', { reason: 'line' });
  }
  if (rest.length > 0) yield decode(rest);
}

async function* decodeWide(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-16le');
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) yield text.slice(0, end);
    rest = text.slice(end);
    if (rest.length > LONGEST_LINE) throw new AppError('malformedCsv', { reason: 'line' });
  }
  yield rest + decoder.decode();
}

function single(encoding: Encoding): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes);
}

const strict = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

function decodeMixed(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    return linesOf(bytes).map(decodeLine).join('');
  }
}

function decodeLine(line: Buffer): string {
  try {
    return strict.decode(line);
  } catch {
    return western.decode(line);
  }
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}
