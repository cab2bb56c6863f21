import { LIMITS, type Product, type RouteRequest, type routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { getProduct } from './list-products.ts';
import { loggedProduct, productRow, requireFamily } from './product-row.ts';
import { libraryOf } from './product-scope.ts';

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
    // Whoever adds at the same moment is counted as well.
    await holdSubjects(trx, [`products of ${organisationId ?? 'all'}`]);
    const made = await trx
      .insertInto('products')
      .values({ ...row, organisationId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new AppError('productNameTaken');
    const { rows } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM products WHERE organisation_id IS NOT DISTINCT FROM ${organisationId}`.execute(
      trx,
    );
    if (rows[0]!.n > LIMITS.productsOfOne)
      throw new AppError('tooManyProducts', { most: LIMITS.productsOfOne });
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
