import { LIMITS, type ProductFile, type ProductFileKind } from '@sunfleet/contract';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireNewcomersRoom } from '../../../platform/files/require-newcomers-room.ts';
import { toFile, VIEWED } from '../../../platform/kept-files/kept-file-view.ts';
import { type Drawing, type Exchange, storeUpload } from '../../../platform/kept-files/store-upload.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ProductFilesTable } from '../../../platform/postgres/tables/products.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { newSince } from '../../../platform/newcomers.ts';
import { holdSubjects } from '../../../platform/tries.ts';
import { holdProduct, requireOwnProduct } from '../product-scope.ts';
import { FOLDER } from './folder.ts';

interface Addition extends Exchange {
  productId: number;
  kind: ProductFileKind;
}

const MEGABYTE = 1024 * 1024;

/**
 * Adds a picture or document to a product. Throws AppError: productNotFound, noDataPermission, tooManyProductFiles, productFilesFull, newcomersFull,
 * and those of `storeUpload`.
 */
export async function addFile(
  platform: Pick<Platform, 'db' | 'files' | 'clock'>,
  drawing: Drawing,
  context: RequestContext,
  { productId, kind, ...exchange }: Addition,
): Promise<ProductFile> {
  const { db, clock } = platform;
  const { actor } = context;
  await requireOwnProduct(db, actor, productId);
  const most = kind === 'document' ? LIMITS.productDocumentBytes : LIMITS.stationFileBytes;
  return storeUpload(platform, drawing, exchange, {
    actor,
    kind,
    folder: FOLDER,
    most,
    keep: (now, { name, type, width, height, bytes, file }) =>
      db.transaction().execute(async (trx) => {
        const { organisationId } = await holdProduct(trx, now.actor, productId);
        await requireRoom(trx, organisationId, {
          productId,
          bytes,
          userId: now.actor.userId,
          since: newSince(clock.now()),
        });
        if (organisationId !== null)
          await requireNewcomersRoom(trx, platform.files, { organisationId, bytes, now: clock.now() });
        const values = {
          productId,
          kind,
          name,
          type,
          width,
          height,
          bytes,
          file,
          createdAt: new Date(clock.now()),
        };
        return keepFile(trx, now, { organisationId, values });
      }),
  });
}

/** What files count as together: a small one as more than it is. */
const BYTES_OF_FILES = sql<number>`coalesce(sum(greatest(product_files.bytes, ${sql.lit(LIMITS.stationFileLeast)})), 0)::float8`;

/**
 * Holds back whoever adds files to the same library, and has a person add to however many libraries within a month as much as to one: somebody makes organisations at will, and has an account
 * moved from one to the next. Throws AppError: tooManyProductFiles, productFilesFull.
 */
async function requireRoom(
  trx: Transaction<Tables>,
  organisationId: number | null,
  { productId, bytes, ...adding }: { productId: number; bytes: number } & Adding,
): Promise<void> {
  await holdSubjects(trx, [`files of products of ${organisationId ?? 'all'}`]);
  const { rows } = await sql<{ own: number; all: number }>`
    SELECT count(*) FILTER (WHERE products.id = ${productId}) AS own,
           ${BYTES_OF_FILES} AS all
      FROM products JOIN product_files ON product_files.product_id = products.id
     WHERE products.organisation_id IS NOT DISTINCT FROM ${organisationId}`.execute(trx);
  const { own, all } = rows[0]!;
  if (own >= LIMITS.productFiles) throw new AppError('tooManyProductFiles', { limit: LIMITS.productFiles });
  const most = LIMITS.productFilesOfLibrary;
  const isFull =
    all + bytes > most || (organisationId !== null && (await addedBy(trx, adding)) + bytes > most);
  if (isFull) throw new AppError('productFilesFull', { most: most / MEGABYTE });
}

interface Adding {
  userId: number | null;
  since: Date;
}

/** Bytes that a person added lately to libraries of organisations. */
async function addedBy(trx: Transaction<Tables>, { userId, since }: Adding): Promise<number> {
  const { rows } = await sql<{ all: number }>`
    SELECT ${BYTES_OF_FILES} AS all
      FROM product_files JOIN products ON products.id = product_files.product_id
     WHERE product_files.created_by = ${userId}::bigint AND product_files.created_at > ${since} AND products.organisation_id IS NOT NULL`.execute(
    trx,
  );
  return rows[0]!.all;
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
