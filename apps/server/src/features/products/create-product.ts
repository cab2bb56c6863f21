import type { Product, RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getProduct } from './list-products.ts';
import { loggedProduct, productRow, requireFamily } from './product-row.ts';
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
    const made = await trx
      .insertInto('products')
      .values({ ...row, organisationId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new AppError('productNameTaken');
    await requireRoom(trx, organisationId);
    await writeAudit(trx, context, {
      action: 'products.create',
      objectType: 'product',
      objectId: made.id,
      organisationId,
      after: loggedProduct(row),
    });
    return getProduct(trx, context.actor, made.id);
  });
}
