import { LIMITS } from '@sunfleet/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Imports } from './create-imports.ts';
import { previewImport } from './preview-import.ts';

/**
 * Takes the file of a multipart request to disk as it comes and looks it through; one that is no table is not kept.
 * Throws AppError: invalidInput (no file), payloadTooLarge, unsupportedFileType, malformedCsv.
 */
export async function receiveUpload(
  platform: Pick<Platform, 'db' | 'clock'>,
  imports: Imports,
  { actor, request }: { actor: Actor; request: FastifyRequest },
): ReturnType<typeof previewImport> {
  if (!request.isMultipart()) throw new AppError('unsupportedFileType');
  const part = await request.file();
  if (!part) throw new AppError('invalidInput', { fields: 'body.file' });
  await imports.uploads.clean(await fileIdsInWork(platform), platform.clock.now());
  const upload = await imports.uploads.keep({
    stream: part.file,
    fileName: part.filename,
    userId: actor.userId,
  });
  try {
    if (part.file.truncated) throw new AppError('payloadTooLarge', { bytes: LIMITS.importBytes });
    return await previewImport(imports.uploads, upload);
  } catch (error) {
    await imports.uploads.remove(upload.fileId);
    throw error;
  }
}

async function fileIdsInWork({ db }: Pick<Platform, 'db'>): Promise<Set<string>> {
  const rows = await db
    .selectFrom('imports')
    .select('fileId')
    .where('state', 'in', ['checking', 'importing'])
    .execute();
  return new Set(rows.map((row) => row.fileId));
}
