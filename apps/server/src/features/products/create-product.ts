import type { Product, RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertProduct } from './insert-product.ts';
import { getProduct } from './list-products.ts';
import { productRow, requireFamily } from './product-row.ts';
import { libraryOf } from './product-scope.ts';
import { holdLibrary, requireRoom } from './require-room.ts';

type Input = RouteRequest<(typeof routes)['createProduct']>['body'];

/** Adds a product to a library. Throws AppError: noDataPermission, invalidInput, productNameTaken, tooManyProducts. */
export async function createProduct(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { product, everybody }: Input,
): Promise<Product> {
  const organisationId = libraryOf(context.actor, everybody);
  requireFamily(platform, context, product);
  const row = productRow(product);
  return platform.db.transaction().execute(async (trx) => {
    await holdLibrary(trx, organisationId);
    const id = await insertProduct(trx, context, { organisationId, row });
    if (id === undefined) throw new AppError('productNameTaken');
    await requireRoom(trx, organisationId);
    return getProduct(trx, context.actor, id);
  });
}
