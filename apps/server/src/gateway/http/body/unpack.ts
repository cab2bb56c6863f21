import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { AppError } from '../../../platform/errors.ts';

const UNPACKERS = {
  gzip: promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  'x-gzip': promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  deflate: promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate),
};

/** Telemetry becomes ten to forty times smaller; what unpacks to more than this was made to fill memory. */
const MOST_RATIO = 100;
/** A small body may unpack to this much, whatever its ratio. */
const FREE_BYTES = 64 * 1024;
const CHUNK_BYTES = 128 * 1024;

type Encoding = keyof typeof UNPACKERS;

/** How a body is packed; undefined when it is not. Throws AppError `unsupportedFileType`. */
export function encodingOf(header: string | undefined): Encoding | undefined {
  const name = header?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return undefined;
  if (!Object.hasOwn(UNPACKERS, name)) throw new AppError('unsupportedFileType');
  return name as Encoding;
}

/**
 * Unpacks a body. The unpacker stops as soon as there is more than `limit` bytes, or more than such a body has a reason to hold. Throws
 * AppError payloadTooLarge, invalidInput.
 */
export async function unpack(bytes: Buffer, encoding: Encoding, limit: number): Promise<Buffer> {
  const maxOutputLength = Math.min(limit, Math.max(FREE_BYTES, bytes.length * MOST_RATIO));
  try {
    return await UNPACKERS[encoding](bytes, { maxOutputLength, chunkSize: CHUNK_BYTES });
  } catch (error) {
    const tooLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw tooLarge
      ? new AppError('payloadTooLarge')
      : new AppError('invalidInput', { fields: 'content-encoding' });
  }
}
