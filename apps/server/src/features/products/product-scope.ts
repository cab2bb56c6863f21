import { sql, type RawBuilder, type Selectable, type SqlBool, type Transaction } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { ProductsTable } from '../../platform/postgres/tables/products.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { ofOrganisations } from '../organisations/index.ts';

/** Condition on `products`: those of organisations in the actor's scope and of the library for all. */
export const productScope = (actor: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`(products.organisation_id IS NULL OR ${ofOrganisations(actor, 'products')})`;

/** Condition on `products`: those that an actor may change. */
const ownProducts = (actor: Actor): RawBuilder<SqlBool> =>
  may(actor, 'platform.manage') ? productScope(actor) : ofOrganisations(actor, 'products');

/** The organisation whose library an actor adds to, null of the one for all. Throws AppError `noDataPermission`. */
export function libraryOf(actor: Actor, everybody: boolean): number | null {
  if (everybody ? !may(actor, 'platform.manage') : actor.organisationId === null)
    throw new AppError('noDataPermission');
  return everybody ? null : actor.organisationId;
}

/** Throws AppError `productNotFound` for one that the actor does not find. */
export async function requireProduct(db: Db, actor: Actor, id: number): Promise<void> {
  await productNameFor(db, actor, id);
}

/** Its name. Throws AppError `productNotFound` for one that the actor does not find. */
export async function productNameFor(db: Db, actor: Actor, id: number): Promise<string> {
  const found = await db
    .selectFrom('products')
    .select(['manufacturer', 'model'])
    .where('id', '=', id)
    .where(productScope(actor))
    .executeTakeFirst();
  if (!found) throw new AppError('productNotFound', { id });
  return `${found.manufacturer} ${found.model}`;
}

/** Throws AppError as `holdProduct`, without holding it. */
export async function requireOwnProduct(db: Db, actor: Actor, id: number): Promise<void> {
  await requireProduct(db, actor, id);
  const own = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where(ownProducts(actor))
    .executeTakeFirst();
  if (!own) throw new AppError('noDataPermission');
}

/**
 * A product that the actor may change, held until the transaction ends. Throws AppError: productNotFound, and noDataPermission for one of the
 * library for all.
 */
export async function holdProduct(
  trx: Transaction<Tables>,
  actor: Actor,
  id: number,
): Promise<Selectable<ProductsTable>> {
  const found = trx.selectFrom('products').selectAll().where('id', '=', id);
  const product = await found.where(ownProducts(actor)).forUpdate().executeTakeFirst();
  if (product) return product;
  const seen = await found.where(productScope(actor)).executeTakeFirst();
  throw seen ? new AppError('noDataPermission') : new AppError('productNotFound', { id });
}
