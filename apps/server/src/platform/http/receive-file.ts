import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { gatherPieces } from './body/gather-pieces.ts';
import { heldBodyOf, type HeldBody } from './body/held-body.ts';
import { toAppError } from './errors.ts';

/** A small file of a multipart request, held in memory. */
export interface ReceivedFile {
  bytes: Buffer;
  /** As it may be shown: the last part of what the sender calls it. */
  fileName: string;
}

/**
 * Takes a file to memory, which is counted by account, by site and in all until the request is answered. Throws AppError: unsupportedFileType (no
 * multipart request), invalidInput (no file), payloadTooLarge, tooManyRequests.
 */
export async function receiveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  most: number,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new AppError('unsupportedFileType');
  const part = await filePart(request, { limits: { fileSize: most, files: 1, fields: 0 } });
  try {
    const bytes = await readFile(part.file, heldBodyOf(request));
    if (part.file.truncated) throw new AppError('payloadTooLarge', { bytes: most });
    return { bytes, fileName: shownName(part.filename) };
  } catch (error) {
    // What is left of the request is not read.
    reply.header('connection', 'close');
    throw error;
  }
}

/**
 * The first file of a multipart request. Throws AppError `invalidInput` where there is none, also for a head that separates no parts, of which the reader says
 * nothing but that it failed.
 */
export async function filePart(
  request: FastifyRequest,
  options?: Parameters<FastifyRequest['file']>[0],
): Promise<MultipartFile> {
  const part = await request.file(options).catch((error: unknown) => {
    if (toAppError(error).key !== 'internal') throw error;
    return undefined;
  });
  if (!part) throw new AppError('invalidInput', { fields: 'body.file' });
  return part;
}

async function readFile(file: Readable, held: HeldBody): Promise<Buffer> {
  const pieces = gatherPieces();
  const stop = (error: AppError) => void file.destroy(error);
  for await (const chunk of file as AsyncIterable<Buffer>) {
    held.hold(chunk.length, stop);
    pieces.add(chunk);
  }
  held.keep();
  return pieces.whole();
}

/** The last part of a file's name, without what cannot be seen or turns the direction of a line. */
export function shownName(name: string): string {
  const last = name.replaceAll(/\p{C}/gu, '').split(/[\\/]/).at(-1)!;
  return last.slice(0, 255).toWellFormed() || 'file';
}
