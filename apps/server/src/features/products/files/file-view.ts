import type { ProductFile } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { toFile, VIEWED } from '../../../platform/kept-files/kept-file-view.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { ProductFilesTable } from '../../../platform/postgres/tables/products.ts';
import { requireProduct } from '../product-scope.ts';

/** Files of a product, pictures first. Throws AppError `productNotFound`. */
export async function listFiles(db: Db, actor: Actor, productId: number): Promise<ProductFile[]> {
  await requireProduct(db, actor, productId);
  const rows = await db
    .selectFrom('productFiles')
    .select(VIEWED)
    .where('productId', '=', productId)
    .orderBy('kind', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toFile);
}

/** Where the content of a file is. Throws AppError: productNotFound, productFileNotFound. */
export async function findFile(
  db: Db,
  actor: Actor,
  { productId, fileId }: { productId: number; fileId: number },
): Promise<Pick<Selectable<ProductFilesTable>, 'name' | 'type' | 'bytes' | 'file'>> {
  await requireProduct(db, actor, productId);
  const row = await db
    .selectFrom('productFiles')
    .select(['name', 'type', 'bytes', 'file'])
    .where('id', '=', fileId)
    .where('productId', '=', productId)
    .executeTakeFirst();
  if (!row) throw new AppError('productFileNotFound', { id: fileId });
  return row;
}
