import { LIMITS, type RouteOutput, type routes } from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { filePart } from '../../platform/http/receive-file.ts';
import type { InTurn } from '../../platform/http/work-of-people.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Imports } from './create-imports.ts';
import { fileIdsInWork } from './forget-uploads.ts';
import { bringerOf } from './limits/payer.ts';
import { retentionNow } from './retention-now.ts';

interface Arrival {
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Does what waits for others who upload, with a connection of the database in hand, in turns of people and organisations. */
  inTurn: InTurn;
}

/**
 * Takes the file of a multipart request to disk as it comes and looks it through; one that is no table is not kept.
 * Throws AppError: invalidInput (no file), importFilesTooLarge, payloadTooLarge, unsupportedFileType, malformedCsv, importBeyondLimits.
 */
export async function receiveUpload(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  imports: Imports,
  { actor, request, reply, inTurn }: Arrival,
): Promise<RouteOutput<(typeof routes)['previewImport']>> {
  if (!request.isMultipart()) throw new AppError('unsupportedFileType');
  const part = await filePart(request).catch((error: unknown) => {
    // Parts without a file may follow for as long as the request says; each would be taken apart though it is answered.
    reply.header('connection', 'close');
    throw error;
  });
  await imports.uploads.clean(() => fileIdsInWork(platform), platform.clock.now());
  const file = {
    stream: part.file,
    fileName: part.filename,
    payer: await bringerOf(platform.db, actor),
    announced: announcedBytes(request),
    inTurn,
  };
  const upload = await imports.uploads.keep(file).catch((error: unknown) => {
    // A sender reads the answer only after its file was taken.
    part.file.resume();
    throw error;
  });
  try {
    if (part.file.truncated) throw new AppError('payloadTooLarge', { bytes: LIMITS.importBytes });
    const { fileId, fileName, bytes } = upload;
    const preview = await imports.look(actor, fileId);
    return { fileId, fileName, bytes, ...preview, retention: retentionNow(platform) };
  } catch (error) {
    await imports.uploads.remove(upload.fileId);
    throw error;
  }
}

/** What the request says of its own length; the most it may have where it says nothing. */
function announcedBytes({ headers }: FastifyRequest): number {
  const told = Number(headers['content-length']);
  return told > 0 ? Math.min(told, LIMITS.importBytes) : LIMITS.importBytes;
}
