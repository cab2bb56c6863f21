import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { holdProduct } from '../product-scope.ts';

/** Removes a file of a product; a job removes its content. Throws AppError: productNotFound, noDataPermission, productFileNotFound. */
export async function removeFile(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { productId, fileId }: { productId: number; fileId: number },
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { organisationId } = await holdProduct(trx, context.actor, productId);
    const row = await trx
      .deleteFrom('productFiles')
      .where('id', '=', fileId)
      .where('productId', '=', productId)
      .returning(['file', 'kind', 'name', 'bytes'])
      .executeTakeFirst();
    if (!row) throw new AppError('productFileNotFound', { id: fileId });
    const { file, kind, name, bytes } = row;
    await addJob(trx, 'files.remove', { names: [file] });
    await writeAudit(trx, context, {
      action: 'products.removeFile',
      objectType: 'product',
      objectId: productId,
      organisationId,
      before: { kind, fileName: name, bytes },
    });
  });
  return null;
}
