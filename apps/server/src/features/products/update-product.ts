import type { Product, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';
import { countDevices } from './count-devices.ts';
import { getProduct } from './list-products.ts';
import { loggedProduct, productRow, requireFamily } from './product-row.ts';
import { holdProduct } from './product-scope.ts';
import { settleWarranty } from './settle-warranty.ts';

type Input = RouteRequest<(typeof routes)['updateProduct']>['body'];

/**
 * Changes a product over the revision that was read, and counts the ends of warranties anew that follow from its terms. Throws AppError:
 * productNotFound, noDataPermission, productChanged, productNameTaken, invalidInput.
 */
export async function updateProduct(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { id, product, revision }: Input & { id: number },
): Promise<Product> {
  requireFamily(platform, context, product);
  const row = productRow(product);
  const changed = platform.db.transaction().execute(async (trx) => {
    const before = await holdProduct(trx, context.actor, id);
    if (before.revision !== revision) throw new AppError('productChanged', { id });
    if (before.kind !== product.kind && (await countDevices(trx, id)) > 0)
      throw brokenRule({ ...context, text: platform.text }, 'body.product.kind', 'productKindKept');
    await trx
      .updateTable('products')
      .set({ ...row, revision: revision + 1 })
      .where('id', '=', id)
      .execute();
    if (before.warrantyMonths !== row.warrantyMonths || before.warrantyFrom !== row.warrantyFrom)
      await settleAll(trx, id);
    await writeAudit(trx, context, {
      action: 'products.edit',
      objectType: 'product',
      objectId: id,
      organisationId: before.organisationId,
      before: loggedProduct(before),
      after: loggedProduct(row),
    });
    return getProduct(trx, context.actor, id);
  });
  return changed.catch((error: unknown) => {
    throw violatedConstraint(error) === 'products__name' ? new AppError('productNameTaken') : error;
  });
}

/** Ends of warranties are in no registry in memory, so that nothing is announced: pages read them with the next look at a device. */
const settleAll = (trx: Transaction<Tables>, productId: number): Promise<void> =>
  settleWarranty(trx, sql`devices.product_id = ${productId}`);
