import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';
import type { FilePart } from './file-store.ts';
import { asUnavailable } from './unless-reached.ts';

/** How long the store may take to begin an answer. */
const OPEN_MS = 5000;
/** How long it is tried again without a byte; shorter than whoever reads an import's file would wait. */
const PATIENCE_MS = 12_000;
const PAUSE_MS = 250;

interface Piece {
  etag: string | undefined;
  /** Bytes from where it was asked on. */
  length: number | undefined;
  bytes: AsyncIterator<Uint8Array>;
}

/**
 * The bytes of a file. Whoever reads may rest for minutes, and stores end connections that rest: the rest of the file is then asked for,
 * as long as it is the same file.
 */
export async function* bytesOfObject(
  client: S3Client,
  object: { Bucket: string; Key: string },
  part?: FilePart,
): AsyncGenerator<Uint8Array> {
  let at = part?.from ?? 0;
  const last = part ? part.from + part.bytes - 1 : undefined;
  let since = Date.now();
  let whole: { etag: string | undefined; length: number } | undefined;
  let piece: Piece | undefined;
  try {
    while (!whole || at < whole.length) {
      let chunk: IteratorResult<Uint8Array>;
      try {
        piece ??= await open(client, object, { at, last, etag: whole?.etag });
        whole ??= { etag: piece.etag, length: piece.length === undefined ? Infinity : at + piece.length };
        chunk = await piece.bytes.next();
        if (chunk.done && at < whole.length) throw new Error('the answer ended too early');
      } catch (error) {
        piece = undefined;
        if (isAnother(error))
          throw new Error(`The file ${object.Key} is gone or another one`, { cause: error });
        if (isRefusal(error) || Date.now() - since > PATIENCE_MS) throw asUnavailable(error);
        await delay(PAUSE_MS);
        continue;
      }
      if (chunk.done) return;
      at += chunk.value.length;
      yield chunk.value;
      since = Date.now();
    }
  } finally {
    // Closes the connection where the reader left before the end.
    await piece?.bytes.return?.();
  }
}

async function open(
  client: S3Client,
  object: { Bucket: string; Key: string },
  { at, last, etag }: { at: number; last: number | undefined; etag: string | undefined },
): Promise<Piece> {
  const isPart = at > 0 || last !== undefined;
  const rest = isPart ? { Range: `bytes=${at}-${last ?? ''}`, ...(etag ? { IfMatch: etag } : {}) } : {};
  const abortSignal = AbortSignal.timeout(OPEN_MS);
  const { Body, ETag, ContentLength } = await client.send(new GetObjectCommand({ ...object, ...rest }), {
    abortSignal,
  });
  return { etag: ETag, length: ContentLength, bytes: (Body as Readable)[Symbol.asyncIterator]() };
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;

/** Not found, or not as it was when the reading began. */
const isAnother = (error: unknown) => error instanceof NoSuchKey || [404, 412].includes(statusOf(error));

/** No further try helps. */
function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
