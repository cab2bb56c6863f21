import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** A small file of a multipart request, held in memory. */
export interface ReceivedFile {
  bytes: Buffer;
  /** As it may be shown: the last part of what the sender calls it. */
  fileName: string;
}

/** Throws AppError: unsupportedFileType (no multipart request), invalidInput (no file), payloadTooLarge. */
export async function receiveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  most: number,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new AppError('unsupportedFileType');
  const part = await request.file({ limits: { fileSize: most, files: 1, fields: 0 } });
  if (!part) throw new AppError('invalidInput', { fields: 'body.file' });
  try {
    return { bytes: await part.toBuffer(), fileName: shownName(part.filename) };
  } catch (error) {
    // What is left of the request is not read.
    reply.header('connection', 'close');
    throw part.file.truncated ? new AppError('payloadTooLarge', { bytes: most }) : error;
  }
}

/** The last part of a file's name, without what cannot be seen or turns the direction of a line. */
export function shownName(name: string): string {
  const last = name.replaceAll(/\p{C}/gu, '').split(/[\\/]/).at(-1)!;
  return last.slice(0, 255).toWellFormed() || 'file';
}
