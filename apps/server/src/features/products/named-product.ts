import type { DeviceKind } from '@sunfleet/contract';
import type { Selectable, Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProductsTable } from '../../platform/postgres/tables/products.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { productScope } from './product-scope.ts';

interface Wanted {
  productId: number;
  /** That it has to be of; absent: any. */
  kind?: DeviceKind;
  /** Of what names it. */
  organisationId: number | null;
}

/**
 * A product that a device or a batch shall name, which stays until the transaction ends: of the library for all or of the same organisation, so
 * that whoever sees the one may read the name of the other. Throws AppError `invalidInput`.
 */
export async function namedProduct(
  trx: Transaction<Tables>,
  {
    platform,
    context,
  }: { platform: Pick<Platform, 'text'>; context: Pick<RequestContext, 'actor' | 'language'> },
  { productId, kind, organisationId }: Wanted,
): Promise<Selectable<ProductsTable>> {
  const product = await trx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', productId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .where((eb) => eb.or([eb('organisationId', 'is', null), eb('organisationId', '=', organisationId)]))
    .where(productScope(context.actor))
    .forKeyShare()
    .executeTakeFirst();
  if (!product)
    throw brokenRule({ language: context.language, text: platform.text }, 'body.productId', 'productInvalid');
  return product;
}
