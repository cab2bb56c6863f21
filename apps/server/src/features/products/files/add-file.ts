import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { LIMITS, type ProductFile, type ProductFileKind } from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { receiveFile } from '../../../platform/http/receive-file.ts';
import { makeKeptFile } from '../../../platform/kept-files/make-kept-file.ts';
import type { PictureReader } from '../../../platform/kept-files/picture-reader.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ProductFilesTable } from '../../../platform/postgres/tables/products.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { holdSubjects } from '../../../platform/tries.ts';
import type { Turns } from '../../../platform/turns.ts';
import { holdProduct, requireOwnProduct } from '../product-scope.ts';
import { VIEWED, toFile } from './file-view.ts';
import { FOLDER } from './folder.ts';

interface Addition {
  productId: number;
  kind: ProductFileKind;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Who asks, as that one may act once the file is there and drawn. Throws AppError where the session ended or the right is gone. */
  judge: () => Promise<RequestContext>;
  /** Does what waits for the database in turns of people and organisations, which reading and drawing the file must not take. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

const MEGABYTE = 1024 * 1024;

/**
 * Adds a picture or document to a product, as `station-files` does to a station: the content is stored before the row that names it. Throws
 * AppError: productNotFound, noDataPermission, invalidInput (no file), payloadTooLarge, unsupportedFileType, pictureUnreadable, pictureTooLarge,
 * documentUnreadable, tooManyProductFiles, productFilesFull.
 */
export async function addFile(
  platform: Pick<Platform, 'db' | 'files' | 'clock'>,
  { turns, reader }: { turns: Turns; reader: PictureReader },
  context: RequestContext,
  { productId, kind, request, reply, judge, inTurn }: Addition,
): Promise<ProductFile> {
  const { db, files, clock } = platform;
  await requireOwnProduct(db, context.actor, productId);
  const most = kind === 'document' ? LIMITS.productDocumentBytes : LIMITS.stationFileBytes;
  const { bytes, fileName } = await receiveFile(request, reply, most);
  const made = await turns.take(`person ${context.actor.userId}`, () => makeKeptFile(reader, bytes, kind));
  const { content, type, width, height } = made;
  const file = `${FOLDER}/${randomUUID()}.${type === 'application/pdf' ? 'pdf' : 'webp'}`;
  await files.write(file, Readable.from([content]));
  try {
    return await inTurn(async () => {
      const now = await judge();
      return db.transaction().execute(async (trx) => {
        const { organisationId } = await holdProduct(trx, now.actor, productId);
        await requireRoom(trx, organisationId, { productId, bytes: content.length });
        const values = { productId, kind, name: fileName, type, width, height, bytes: content.length, file };
        const createdAt = new Date(clock.now());
        return keepFile(trx, now, { organisationId, values: { ...values, createdAt } });
      });
    });
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await files.remove(file);
    throw error;
  }
}

/** Holds back whoever adds files to the same library. Throws AppError: tooManyProductFiles, productFilesFull. */
async function requireRoom(
  trx: Transaction<Tables>,
  organisationId: number | null,
  { productId, bytes }: { productId: number; bytes: number },
): Promise<void> {
  await holdSubjects(trx, [`files of products of ${organisationId ?? 'all'}`]);
  const { rows } = await sql<{ own: number; all: number }>`
    SELECT count(*) FILTER (WHERE products.id = ${productId}) AS own,
           coalesce(sum(greatest(product_files.bytes, ${sql.lit(LIMITS.stationFileLeast)})), 0)::float8 AS all
      FROM products JOIN product_files ON product_files.product_id = products.id
     WHERE products.organisation_id IS NOT DISTINCT FROM ${organisationId}`.execute(trx);
  const { own, all } = rows[0]!;
  if (own >= LIMITS.productFiles) throw new AppError('tooManyProductFiles', { limit: LIMITS.productFiles });
  const most = LIMITS.productFilesOfLibrary;
  if (all + bytes > most) throw new AppError('productFilesFull', { most: most / MEGABYTE });
}

interface Kept {
  organisationId: number | null;
  values: Insertable<ProductFilesTable>;
}

async function keepFile(
  trx: Transaction<Tables>,
  context: RequestContext,
  { organisationId, values }: Kept,
): Promise<ProductFile> {
  const row = await trx
    .insertInto('productFiles')
    .values({ ...values, createdBy: context.actor.userId })
    .returning(VIEWED)
    .executeTakeFirstOrThrow();
  const { productId, kind, name, bytes } = values;
  await writeAudit(trx, context, {
    action: 'products.addFile',
    objectType: 'product',
    objectId: productId,
    organisationId,
    after: { kind, fileName: name, bytes },
  });
  return toFile(row);
}
