import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, RequestContext } from '../actor.ts';
import { AppError } from '../errors.ts';
import { receiveFile } from '../http/receive-file.ts';
import type { InTurn } from '../http/work-of-people.ts';
import { laneOf } from '../newcomers.ts';
import type { Platform } from '../platform.ts';
import type { Turns } from '../turns.ts';
import { keptName } from './kept-name.ts';
import { type KeptFile, makeKeptFile } from './make-kept-file.ts';
import type { PictureReader } from './picture-reader.ts';

/** Draws pictures anew, a few at a time. */
export interface Drawing {
  turns: Turns;
  reader: PictureReader;
}

/** A request that brings a file, and how to go on once the file is there and drawn, which takes its time. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Who asks, as that one may act by then. Throws AppError where the session ended or the right is gone. */
  judge: () => Promise<RequestContext>;
  /** Does what waits for the database in turns of people and organisations, which reading and drawing the file must not take. */
  inTurn: InTurn;
}

interface Upload {
  actor: Pick<Actor, 'userId' | 'organisationId'>;
  kind: 'cover' | 'picture' | 'document';
  folder: string;
  /** Most bytes of it. */
  most: number;
}

/** What a row says of a file that is stored. */
export interface StoredFile extends Omit<KeptFile, 'content'> {
  name: string;
  bytes: number;
  /** Where the content is. */
  file: string;
}

/**
 * Takes a picture or document that somebody sends. It is judged by its bytes; pictures are drawn anew. The content is stored before the row that
 * names it, so that no row names nothing. What is refused a row is removed at once; where nobody knows whether the row was written, as when the
 * database went in between, the content stays and `forgetUnnamed` looks after it. Throws AppError: invalidInput (no file), payloadTooLarge,
 * unsupportedFileType, pictureUnreadable, pictureTooLarge, documentUnreadable, and what `keep` throws.
 */
export async function storeUpload<Row>(
  platform: Pick<Platform, 'db' | 'files' | 'clock'>,
  { turns, reader }: Drawing,
  { request, reply, judge, inTurn }: Exchange,
  {
    actor: { userId, organisationId },
    kind,
    folder,
    most,
    keep,
  }: Upload & { keep: (context: RequestContext, stored: StoredFile) => Promise<Row> },
): Promise<Row> {
  const { bytes, fileName } = await receiveFile(request, reply, most);
  const { files } = platform;
  const lane = await laneOf(platform, organisationId);
  const draw = () => makeKeptFile(reader, bytes, kind);
  const { content, ...kept } = await turns.take(`person ${userId}`, draw, lane);
  const name = keptName(fileName, kept.type);
  const file = `${folder}/${randomUUID()}.${kept.type === 'application/pdf' ? 'pdf' : 'webp'}`;
  await files.write(file, Readable.from([content]));
  try {
    return await inTurn(async () => keep(await judge(), { ...kept, name, bytes: content.length, file }));
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await files.remove(file);
    throw error;
  }
}
