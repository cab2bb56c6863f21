import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { countDevices } from './count-devices.ts';
import { loggedProduct } from './product-row.ts';
import { holdProduct } from './product-scope.ts';

/** Removes a product. Throws AppError: productNotFound, noDataPermission, productInUse with the number of devices that name it. */
export async function deleteProduct(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const before = await holdProduct(trx, context.actor, id);
    const devices = await countDevices(trx, id);
    if (devices > 0) throw new AppError('productInUse', { devices });
    const kept = await trx.selectFrom('productFiles').select('file').where('productId', '=', id).execute();
    if (kept.length > 0) await addJob(trx, 'files.remove', { names: kept.map(({ file }) => file) });
    await trx.deleteFrom('products').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'products.delete',
      objectType: 'product',
      objectId: id,
      organisationId: before.organisationId,
      before: loggedProduct(before),
    });
  });
  return null;
}
