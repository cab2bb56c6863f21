import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { LIMITS, type RouteOutput, type routes } from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { filePart, shownName } from '../../platform/http/receive-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { FOLDER } from './folder.ts';
import { foreignContent, HEAD_BYTES } from './foreign-content.ts';

interface Upload {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Who asks, as that one may act once the file is there. Throws AppError where the session ended or the right is gone. */
  judge: () => Promise<RequestContext>;
  /** Does what waits for the database in turns of people and organisations, which the coming of the file must not take. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Takes an image to the store as it comes, with its checksum, and never holds it in memory. It is a firmware only once a signature over that checksum
 * came. Throws AppError: unsupportedFileType (no multipart request), invalidInput (no file), payloadTooLarge, firmwareNoImage,
 * firmwareUploadsTooMany.
 */
export async function uploadImage(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  { request, reply, judge, inTurn }: Upload,
): Promise<RouteOutput<(typeof routes)['uploadFirmware']>> {
  if (!request.isMultipart()) throw new AppError('unsupportedFileType');
  const part = await filePart(request, { limits: { fileSize: LIMITS.firmwareBytes, files: 1, fields: 0 } });
  const uploadId = randomUUID();
  const file = `${FOLDER}/${uploadId}.bin`;
  const watched = watchImage(part.file);
  try {
    const bytes = await files.write(file, watched.stream);
    if (part.file.truncated) throw new AppError('payloadTooLarge', { bytes: LIMITS.firmwareBytes });
    const sha256 = watched.sha256();
    const fileName = shownName(part.filename);
    await inTurn(async () => {
      const userId = (await judge()).actor.userId!;
      await keepUpload({ db, clock }, { id: uploadId, userId, file, fileName, bytes, sha256 });
    });
    return { uploadId, fileName, bytes, sha256 };
  } catch (error) {
    // What is left of the request is not read.
    reply.header('connection', 'close');
    // Where nobody knows whether the row was written, `forgetImages` looks after the file.
    if (error instanceof AppError && error.status < 500) await files.remove(file);
    throw error;
  }
}

async function keepUpload(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  upload: { id: string; userId: number; file: string; fileName: string; bytes: number; sha256: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdSubjects(trx, [`firmware of user #${upload.userId}`]);
    const { waiting } = await trx
      .selectFrom('firmwareUploads')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('userId', '=', upload.userId)
      .executeTakeFirstOrThrow();
    if (waiting >= LIMITS.firmwareUploads)
      throw new AppError('firmwareUploadsTooMany', { most: LIMITS.firmwareUploads });
    await trx
      .insertInto('firmwareUploads')
      .values({ ...upload, createdAt: new Date(clock.now()) })
      .execute();
  });
}

/** Looks at an image as it passes: its checksum, and at its beginning whether it is something else. */
function watchImage(content: Readable): { stream: Readable; sha256: () => string } {
  const hash = createHash('sha256');
  async function* watched() {
    let head = Buffer.alloc(0);
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk);
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
        if (head.length === HEAD_BYTES) requireImage(head);
      }
      yield chunk;
    }
    if (head.length < HEAD_BYTES) requireImage(head);
  }
  return { stream: Readable.from(watched()), sha256: () => hash.digest('hex') };
}

function requireImage(head: Buffer): void {
  const found = head.length === 0 ? '0 B' : foreignContent(head);
  if (found !== undefined) throw new AppError('firmwareNoImage', { found });
}
