import type { Product, ProductSort, RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { containing, limitTo, toPage } from '../../platform/postgres/list-query.ts';
import { productScope } from './product-scope.ts';
import { viewProducts } from './product-view.ts';

type Route = (typeof routes)['listProducts'];

const NAME = `lower(products.manufacturer COLLATE pg_c_utf8), lower(products.model COLLATE pg_c_utf8), products.id`;
const EXPRESSIONS: Readonly<Record<Exclude<ProductSort, 'name'>, string>> = {
  kind: 'products.kind',
  ratedPower: `(products.specification->>'ratedPower')::float8`,
  warranty: 'products.warranty_months',
  devices: 'devices',
};

/** A page of the products that an actor finds; the search takes manufacturer and model as one text. */
export async function listProducts(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { kind, q, everybody, sort, order, ...paging }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  const conditions: RawBuilder<SqlBool>[] = [
    productScope(actor),
    ...(kind === undefined ? [] : [sql<SqlBool>`products.kind = ${kind}`]),
    ...(everybody === undefined ? [] : [sql<SqlBool>`(products.organisation_id IS NULL) = ${everybody}`]),
    ...(q
      ? [
          sql<SqlBool>`lower((products.manufacturer || ' ' || products.model) COLLATE pg_c_utf8) LIKE ${containing(q)}`,
        ]
      : []),
  ];
  const where = sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
  const [rows, counted] = await Promise.all([
    viewProducts(db, actor, { where, order: orderBy(sort, order), end: limitTo(paging) }),
    sql<{ total: number }>`SELECT count(*) AS total FROM products WHERE ${where}`.execute(db),
  ]);
  return toPage(paging, counted.rows[0]!.total, rows);
}

/** What is not known comes last; what is equal is in the order of names. */
function orderBy(by: ProductSort, order: 'asc' | 'desc'): RawBuilder<unknown> {
  const way = sql.raw(order);
  if (by === 'name') return sql.raw(order === 'asc' ? NAME : NAME.replaceAll(/(?=,)|$/g, ' DESC'));
  return sql`${sql.raw(EXPRESSIONS[by])} ${way} NULLS LAST, ${sql.raw(NAME)}`;
}

/** Throws AppError `productNotFound`. */
export async function getProduct(db: Db, actor: Actor, id: number): Promise<Product> {
  const where = sql<SqlBool>`products.id = ${id} AND ${productScope(actor)}`;
  const [product] = await viewProducts(db, actor, { where, order: sql`products.id`, end: sql`LIMIT 1` });
  if (!product) throw new AppError('productNotFound', { id });
  return product;
}
