import type { Firmware, RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';
import { getFirmware } from './firmware-view.ts';
import { holdsSignature } from './holds-signature.ts';

type Input = RouteRequest<(typeof routes)['createFirmware']>['body'];

/**
 * Makes a draft of an image that the same person uploaded. The signature is proved before there is a row: the library has no firmware without one.
 * Throws AppError: firmwareUploadNotFound, firmwareKeyNotFound, firmwareKeyRevoked, firmwareSignatureWrong, firmwareVersionTaken.
 */
export async function createFirmware(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { uploadId, keyId, signature, notes, ...claims }: Input,
): Promise<Firmware> {
  const { actor } = context;
  const made = db.transaction().execute(async (trx) => {
    const upload = await trx
      .deleteFrom('firmwareUploads')
      .where('id', '=', uploadId)
      .where('userId', '=', actor.userId)
      .returning(['file', 'fileName', 'bytes', 'sha256'])
      .executeTakeFirst();
    if (!upload) throw new AppError('firmwareUploadNotFound');
    const { file, fileName, bytes, sha256 } = upload;
    // Whoever revokes the key waits until this draft is there, or it is refused.
    const key = await trx
      .selectFrom('firmwareKeys')
      .select(['publicKey', 'revokedAt'])
      .where('id', '=', keyId)
      .forShare()
      .executeTakeFirst();
    if (!key) throw new AppError('firmwareKeyNotFound', { id: keyId });
    if (key.revokedAt) throw new AppError('firmwareKeyRevoked');
    if (!holdsSignature({ ...claims, bytes, sha256 }, key.publicKey, signature))
      throw new AppError('firmwareSignatureWrong');
    const { id } = await trx
      .insertInto('firmware')
      .values({
        ...claims,
        notes: JSON.stringify(notes),
        file,
        fileName,
        bytes,
        sha256,
        keyId,
        signature,
        createdBy: actor.userId,
        createdAt: new Date(clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'firmware.create',
      objectType: 'firmware',
      objectId: id,
      after: { ...claims, fileName, bytes, sha256 },
    });
    return getFirmware(trx, actor, id);
  });
  return made.catch((error: unknown) => {
    throw violatedConstraint(error) === 'firmware__version' ? new AppError('firmwareVersionTaken') : error;
  });
}
