import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { checkFileName, type FileStore, type StoredFile } from './file-store.ts';
import { bytesOfObject } from './bytes-of-object.ts';
import type { S3Place } from './s3-place.ts';
import { unlessReached } from './unless-reached.ts';

/** A file is sent in parts of this size, so that its length need not be known before. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const CHUNK_BYTES = 256 * 1024;
const CONNECT_MS = 5000;
/** A connection without a byte for so long is given up. */
const SILENCE_MS = 10_000;

/** Files in an S3-compatible store, shared by all servers that name it. */
export function createS3Files(place: S3Place): FileStore {
  const client = createClient(place);
  const Bucket = place.bucket;
  const prefix = place.folder ? `${place.folder}/` : '';
  const keyOf = (name: string) => {
    checkFileName(name);
    return prefix + name;
  };
  return {
    write: (name, content) => upload(client, { Bucket, Key: keyOf(name) }, content),
    read(name, part) {
      const bytes = bytesOfObject(client, { Bucket, Key: keyOf(name) }, part);
      return Readable.from(bytes, { objectMode: false, highWaterMark: CHUNK_BYTES });
    },
    async exists(name) {
      const command = new HeadObjectCommand({ Bucket, Key: keyOf(name) });
      const found = await unlessReached(
        client.send(command).catch((error: unknown) => {
          if (error instanceof NotFound) return undefined;
          throw error;
        }),
      );
      return found !== undefined;
    },
    async remove(name) {
      await unlessReached(client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) })));
    },
    list: (folder) => list(client, { Bucket, Prefix: `${keyOf(folder)}/` }, prefix.length),
    // Parts of uploads that broke off are no objects, and which of them are old the rule of the bucket knows.
    forgetBroken: async () => {},
    freeBytes: async () => undefined,
    async check() {
      // A list says in words why it is refused, which asking for the bucket alone does not.
      await unlessReached(client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 })));
    },
  };
}

function createClient({ endpoint, region, credentials, pathStyle }: S3Place): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials
      ? { credentials: { accessKeyId: credentials.key, secretAccessKey: credentials.secret } }
      : {}),
    // Sums that only AWS knows are left out; each request is signed together with the sum of its bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
  });
}

/** The store shows a file only when all its parts are there; what breaks off before is taken back. */
async function upload(
  client: S3Client,
  target: { Bucket: string; Key: string },
  content: Readable,
): Promise<number> {
  let bytes = 0;
  let broken: { error: unknown } | undefined;
  async function* counted() {
    try {
      for await (const chunk of content as AsyncIterable<Buffer | string>) {
        const part = Buffer.from(chunk as string);
        bytes += part.length;
        yield part;
      }
    } catch (error) {
      broken = { error };
      throw error;
    }
  }
  const Body = Readable.from(counted(), { objectMode: false });
  const sending = new Upload({
    client,
    params: { ...target, Body },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
  });
  try {
    await unlessReached(sending.done());
    return bytes;
  } catch (error) {
    throw broken ? broken.error : error;
  }
}

async function* list(
  client: S3Client,
  where: { Bucket: string; Prefix: string },
  prefixLength: number,
): AsyncGenerator<StoredFile> {
  let ContinuationToken: string | undefined;
  do {
    const asked = new ListObjectsV2Command({
      ...where,
      Delimiter: '/',
      ...(ContinuationToken ? { ContinuationToken } : {}),
    });
    const page = await unlessReached(client.send(asked));
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key) yield { name: Key.slice(prefixLength), writtenAt: LastModified?.getTime() ?? Date.now() };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}
