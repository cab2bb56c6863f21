import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { LIMITS, type StationFile, type StationFileKind } from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Insertable, Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { receiveFile } from '../../platform/http/receive-file.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { makeKeptFile } from '../../platform/kept-files/make-kept-file.ts';
import type { PictureReader } from '../../platform/kept-files/picture-reader.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StationFilesTable } from '../../platform/postgres/tables/stations.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { Turns } from '../../platform/turns.ts';
import { holdStation, requireStation } from '../stations/index.ts';
import { FOLDER } from './folder.ts';
import { requireRoom } from './require-room.ts';
import { toFile, VIEWED } from './file-view.ts';

interface Addition {
  stationId: number;
  kind: StationFileKind;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Who asks, as that one may act once the file is there and drawn. Throws AppError where the session ended or the right is gone. */
  judge: () => Promise<RequestContext>;
  /** Does what waits for the database in turns of people and organisations, which reading and drawing the file must not take. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Adds a picture or document to a station. It is judged by its bytes; pictures are drawn anew, a few at a time. The content is stored before the row
 * that names it, so that no row names nothing. What is refused a row is removed at once; where nobody knows whether the row was written, as when the
 * database went in between, the content stays and `forgetFiles` looks after it. Throws AppError: stationNotFound, invalidInput (no file), payloadTooLarge,
 * unsupportedFileType, pictureUnreadable, pictureTooLarge, documentUnreadable, tooManyStationFiles, stationFilesFull, beingChanged.
 */
export async function addFile(
  platform: Pick<Platform, 'db' | 'files' | 'clock'>,
  { turns, reader }: { turns: Turns; reader: PictureReader },
  context: RequestContext,
  { stationId, kind, request, reply, judge, inTurn }: Addition,
): Promise<StationFile> {
  const { db, files } = platform;
  await requireStation(db, context.actor, stationId, 'stations.edit');
  const { bytes, fileName } = await receiveFile(request, reply, LIMITS.stationFileBytes);
  const made = await turns.take(`person ${context.actor.userId}`, () => makeKeptFile(reader, bytes, kind));
  const { content, ...row } = made;
  const file = `${FOLDER}/${randomUUID()}.${row.type === 'application/pdf' ? 'pdf' : 'webp'}`;
  await files.write(file, Readable.from([content]));
  try {
    return await inTurn(async () => {
      const now = await judge();
      return db.transaction().execute(async (trx) => {
        const holding = { permission: 'stations.edit', changes: 'station' } as const;
        const station = await holdStation(trx, now.actor, stationId, holding);
        await requireRoom(trx, station, content.length);
        const values = { ...row, stationId, kind, name: fileName, bytes: content.length, file };
        return keepFile(trx, now, { ...values, createdAt: new Date(platform.clock.now()) });
      });
    });
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await files.remove(file);
    throw error;
  }
}

async function keepFile(
  trx: Transaction<Tables>,
  context: RequestContext,
  values: Insertable<StationFilesTable>,
): Promise<StationFile> {
  const { stationId, kind, name, bytes } = values;
  if (kind === 'cover') {
    const before = await trx
      .deleteFrom('stationFiles')
      .where('stationId', '=', stationId)
      .where('kind', '=', 'cover')
      .returning('file')
      .execute();
    if (before.length > 0) await addJob(trx, 'files.remove', { names: before.map(({ file }) => file) });
  }
  const { count } = await trx
    .selectFrom('stationFiles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('stationId', '=', stationId)
    .executeTakeFirstOrThrow();
  const limit = LIMITS.stationFiles;
  if (count >= limit) throw new AppError('tooManyStationFiles', { limit });
  const row = await trx
    .insertInto('stationFiles')
    .values({ ...values, createdBy: context.actor.userId })
    .returning(VIEWED)
    .executeTakeFirstOrThrow();
  await writeAudit(trx, context, {
    action: 'stations.addFile',
    objectType: 'station',
    objectId: stationId,
    stationId,
    after: { kind, fileName: name, bytes },
  });
  return toFile(row);
}
