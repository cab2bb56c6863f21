import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertProduct } from './insert-product.ts';
import { loggedProduct, productRow, requireFamily } from './product-row.ts';
import { libraryOf } from './product-scope.ts';
import { holdLibrary, requireRoom } from './require-room.ts';

type Route = (typeof routes)['createProducts'];

/** Adds products to a library; those that are there under their name stay. Throws AppError: noDataPermission, invalidInput, tooManyProducts. */
export async function createProducts(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { products, everybody }: RouteRequest<Route>['body'],
): Promise<RouteOutput<Route>> {
  const organisationId = libraryOf(context.actor, everybody);
  for (const [place, product] of products.entries())
    requireFamily(platform, context, product, `body.products.${place}`);
  return platform.db.transaction().execute(async (trx) => {
    await holdLibrary(trx, organisationId);
    const kept: string[] = [];
    for (const product of products) {
      const row = productRow(product);
      const id = await insertProduct(trx, context, { organisationId, row });
      if (id === undefined) kept.push(loggedProduct(row).name);
    }
    await requireRoom(trx, organisationId);
    return { added: products.length - kept.length, kept };
  });
}
